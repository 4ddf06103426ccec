import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { LIST_INTENT, readForm, unknownButton } from "#app/http/form.server.ts";
import { replyWith } from "#app/http/reply.ts";

/** Without a limit, a forged index could ask for a list of any length. */
const POSITION_MAX = 30;
const position = z.number().int().min(0).max(POSITION_MAX);

/** The intents of the buttons that add, remove and move fields. */
const listIntentSchema = z.discriminatedUnion("type", [
	z.object({
		type: z.literal("insert"),
		payload: z.object({
			name: z.literal("fields"),
			index: position.optional(),
			defaultValue: z.record(z.string(), z.string()),
		}),
	}),
	z.object({
		type: z.literal("remove"),
		payload: z.object({ name: z.literal("fields"), index: position }),
	}),
	z.object({
		type: z.literal("reorder"),
		payload: z.object({ name: z.literal("fields"), from: position, to: position }),
	}),
]);

/** Reads a builder's form. Of list-like names, only field settings and intents are accepted. */
export function readBuilder(request: Request): Promise<FormData> {
	return readForm(request, (name) => {
		if (name === LIST_INTENT) return true;
		const [, index] =
			/^fields\[(\d{1,2})\]\.(?:id|type|label|placeholder|required|options)$/.exec(name) ?? [];
		return index !== undefined && Number(index) <= POSITION_MAX;
	});
}

/**
 * Handles a builder's buttons that save nothing: Build, Preview, and those that add, move or remove
 * a field. Returns null for the button that saves. Throws a 400 for an unknown button. `schema`
 * describes what the preview shows.
 */
export function answerBuilder<Shown>(formData: FormData, schema: z.ZodType<Shown>) {
	const listIntent = formData.get(LIST_INTENT);
	if (listIntent !== null && !isListIntent(listIntent)) throw unknownButton();
	const submission = parseWithZod(formData, { schema });
	if (submission.status === undefined) return replyWith({ result: submission.reply() });
	const intent = formData.get("intent");
	if (intent === null) return null;
	if (intent === "build") return replyWith({ result: submission.reply({ fieldErrors: {} }) });
	if (intent !== "preview") throw unknownButton();
	if (submission.status !== "success") return replyWith({ result: submission.reply() }, 400);
	return replyWith({ result: submission.reply(), preview: submission.value });
}

function isListIntent(value: FormDataEntryValue): boolean {
	try {
		return listIntentSchema.safeParse(JSON.parse(String(value))).success;
	} catch {
		return false;
	}
}

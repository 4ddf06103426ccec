import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { LIST_INTENT, readForm, unknownButton } from "#app/http/form.server.ts";
import { replyWith } from "#app/http/reply.ts";
import { MOVE, positionName } from "./builder-controls.ts";
import type { DeletedField } from "./components/field-list.tsx";
import type { FieldType } from "./form-rules.ts";

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
 * describes what the preview shows. The reply to Delete carries the field, for Undo.
 */
export function answerBuilder<Shown>(formData: FormData, schema: z.ZodType<Shown>) {
	if (formData.has(MOVE)) formData.set(LIST_INTENT, chosenMove(formData));
	const sent = formData.get(LIST_INTENT);
	const listIntent = sent === null ? null : readListIntent(sent);
	if (sent !== null && !listIntent) throw unknownButton();
	const submission = parseWithZod(formData, { schema });
	if (submission.status === undefined) {
		const result = submission.reply();
		// What the list lacks may be added next, so only the button that saves says it.
		delete result.error?.fields;
		if (listIntent?.type !== "remove") return replyWith({ result });
		return replyWith({ result, deleted: fieldAt(formData, listIntent.payload.index) });
	}
	const intent = formData.get("intent");
	if (intent === null) return null;
	if (intent === "build") return replyWith({ result: submission.reply({ fieldErrors: {} }) });
	if (intent !== "preview") throw unknownButton();
	if (submission.status !== "success") return replyWith({ result: submission.reply() }, 400);
	return replyWith({ result: submission.reply(), preview: submission.value });
}

function readListIntent(value: FormDataEntryValue) {
	try {
		return listIntentSchema.safeParse(JSON.parse(String(value))).data ?? null;
	} catch {
		return null;
	}
}

/**
 * Returns what a button with an arrow would send for "Move to position". A position beyond the list
 * is its first or last one; without a number, the field stays.
 */
function chosenMove(formData: FormData): string {
	const from = Number(formData.get(MOVE));
	const typed = Number.parseInt(String(formData.get(positionName(from))), 10);
	const to = Math.min(Math.max(typed - 1, 0), countFields(formData) - 1);
	const payload = { name: "fields", from, to: Number.isNaN(to) ? from : to };
	return JSON.stringify({ type: "reorder", payload });
}

function countFields(formData: FormData): number {
	return [...formData.keys()].filter((name) => /^fields\[\d+\]\.id$/.test(name)).length;
}

/** Returns a field as it was sent, or undefined if there is none at this place. */
function fieldAt(formData: FormData, index: number): DeletedField | undefined {
	const read = (name: keyof DeletedField["field"]) =>
		String(formData.get(`fields[${index}].${name}`) ?? "");
	if (!formData.has(`fields[${index}].id`)) return undefined;
	return {
		index,
		field: {
			id: read("id"),
			type: read("type") as FieldType,
			label: read("label"),
			placeholder: read("placeholder"),
			required: read("required"),
			options: read("options"),
		},
	};
}

import { parseWithZod } from "@conform-to/zod/v4";
import type { Flash } from "#app/http/flash.ts";
import { invalid, refused, unknownButton } from "#app/http/form.server.ts";
import { replyWith } from "#app/http/reply.ts";
import { describeMoved } from "#app/platform/count.ts";
import type { UserAccess } from "../access.server.ts";
import { checkAccountName, type MovedAddresses, saveAccountName } from "./account-name.server.ts";
import { accountNameSchema } from "./account-name.ts";
import type { Availability } from "./account-name-rules.ts";

type NameReply = ReturnType<typeof replyWith<{ availability: Availability }>>;

/**
 * Handles the form for an account name, on whichever page it is: its Check and its Save button.
 * Returns the message after a save, or the reply to show in the form.
 */
export async function answerAccountName(
	access: UserAccess,
	formData: FormData,
): Promise<{ flash: Flash } | { reply: NameReply }> {
	const submission = parseWithZod(formData, { schema: accountNameSchema });
	if (submission.status !== "success") return { reply: invalid(submission) };
	const name = submission.value.account_name;
	const intent = formData.get("intent");
	if (intent !== null && intent !== "save" && intent !== "check") throw unknownButton();
	if (intent === "check") {
		const availability = await checkAccountName(access, name);
		const initialValue = { account_name: availability.slug || name };
		return { reply: replyWith({ result: { ...submission.reply(), initialValue }, availability }) };
	}
	try {
		const moved = await saveAccountName(access, name);
		return { flash: describeSaved(access, formData, moved) };
	} catch (error) {
		const unexpected = "Failed to save account name. Please try again.";
		return { reply: refused(submission, error, { unexpected }) };
	}
}

/** A double click's second post finds the name saved, but its form showed the one before. */
function describeSaved(
	{ accountName }: UserAccess,
	formData: FormData,
	moved: MovedAddresses | null,
): Flash {
	const shown = formData.get("renamed_from") ?? accountName ?? "";
	if (shown === "") return formData.has("on_dashboard") ? CREATED_ON_DASHBOARD : CREATED;
	if (moved === null && shown === accountName) {
		return { tone: "info", title: "No Changes", text: "Account name is already up to date." };
	}
	const text = describeMoved(moved ?? { documents: 0, forms: 0 });
	return { tone: "success", title: "Account name updated", text };
}

const CREATED: Flash = {
	tone: "success",
	title: "Account name created",
	text: "Your account name has been successfully created!",
};

const CREATED_ON_DASHBOARD: Flash = { tone: "success", text: "Account name created!" };

import { transaction } from "~/lib/db.server";
import type { UserAccess } from "~/models/access.server";
import { readActiveSupportForm } from "~/models/support-form.server";
import {
	type SupportSent,
	type SupportStep,
	sendToSupport,
} from "~/models/support-submission.server";

let count = 0;

/** Answers to the fields of the support form that the site begins with, by id. */
export function supportAnswers(values: Record<string, string> = {}): Map<string, string> {
	count += 1;
	return new Map(
		Object.entries({
			name: "Ada",
			email: `asker-${process.pid}-${count}@example.com`,
			subject: "An address",
			message: "How do I move my app?",
			...values,
		}),
	);
}

/** Everything that the page sends. */
export async function supportSent(traits: Partial<SupportSent> = {}): Promise<SupportSent> {
	const form = await readActiveSupportForm(null);
	count += 1;
	return {
		values: supportAnswers(),
		requestId: crypto.randomUUID(),
		revision: String(form?.revision ?? 1),
		honeypot: "",
		clientAddress: `asker ${process.pid} ${count}`,
		...traits,
	};
}

/** Sends a message to support. */
export async function sendSupport(
	traits: Partial<SupportSent> = {},
	access: UserAccess | null = null,
): Promise<SupportStep> {
	return sendToSupport(access, await supportSent(traits));
}

/** A message to support as it is stored. */
export async function createSupportSubmission(
	values: Record<string, string> = {},
	access: UserAccess | null = null,
) {
	const answers = supportAnswers(values);
	const step = await sendSupport({ values: answers }, access);
	if (step.step !== "sent") throw new Error(`It was not sent: ${step.step}`);
	const email = (answers.get("email") ?? "").toLowerCase();
	return transaction((tx) =>
		tx.supportSubmission.findFirstOrThrow({
			where: { email },
			orderBy: [{ createdAt: "desc" }, { id: "desc" }],
		}),
	);
}

/** Changes the support form behind the pages' back. */
export async function alterSupportForm(data: {
	isActive?: boolean;
	notificationEmail?: string | null;
	autoReplyEnabled?: boolean;
	autoReplyTemplate?: string;
}): Promise<void> {
	await transaction((tx) => tx.supportForm.updateMany({ data }));
}

import type { UserAccess } from "#app/accounts/access.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { readActiveSupportForm } from "#app/support/support-form.server.ts";
import { DEFAULT_AUTO_REPLY, DEFAULT_SUPPORT_TITLE } from "#app/support/support-form-rules.ts";
import {
	type SupportSent,
	type SupportStep,
	sendToSupport,
} from "#app/support/support-submission.server.ts";
import { freshEmail } from "../mailed.ts";
import { createField } from "./form.ts";

let count = 0;

/** Returns answers to the fields of the site's first support form, by id. */
export function supportAnswers(values: Record<string, string> = {}): Map<string, string> {
	return new Map(
		Object.entries({
			name: "Ada",
			email: freshEmail(),
			subject: "An address",
			message: "How do I move my app?",
			...values,
		}),
	);
}

/** Returns everything that the page sends. */
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

type Traits = {
	email?: string;
	name?: string;
	subject?: string;
	message?: string;
	userId?: string;
	status?: string;
	priority?: string;
	tags?: string[];
	notes?: string;
	createdAt?: Date;
};

/** Creates a message to support, without its mails. */
export async function createSupportSubmission({
	name = "Ada",
	email = freshEmail(),
	subject = "An address",
	message = "How do I move my app?",
	tags = [],
	createdAt = clock.now(),
	...traits
}: Traits = {}) {
	const values = { name, email, subject, message };
	const answers = DEFAULTS.map(([id, type, label]) => ({ id, type, label, value: values[id] }));
	return transaction(async (tx) => {
		const form = await tx.supportForm.findFirstOrThrow({ select: { id: true } });
		return tx.supportSubmission.create({
			data: {
				...traits,
				formId: form.id,
				email,
				name,
				answers: JSON.stringify(answers),
				requestId: crypto.randomUUID(),
				tags: JSON.stringify(tags),
				createdAt,
				updatedAt: createdAt,
			},
		});
	});
}

/** Changes the support form in the database, past the pages. */
export async function alterSupportForm(data: {
	isActive?: boolean;
	notificationEmail?: string | null;
	autoReplyEnabled?: boolean;
	autoReplyTemplate?: string;
}): Promise<void> {
	await transaction((tx) => tx.supportForm.updateMany({ data }));
}

/** Resets the support form to the site's first one. */
export async function resetSupportForm(): Promise<void> {
	const fields = DEFAULTS.map(([id, type, label]) =>
		createField({ id, type, label, required: true }),
	);
	await transaction((tx) =>
		tx.supportForm.updateMany({
			data: {
				title: DEFAULT_SUPPORT_TITLE,
				fields: JSON.stringify(fields),
				isActive: true,
				notificationEmail: null,
				autoReplyEnabled: true,
				autoReplyTemplate: DEFAULT_AUTO_REPLY,
			},
		}),
	);
}

const DEFAULTS = [
	["name", "text", "Name"],
	["email", "email", "Email"],
	["subject", "text", "Subject"],
	["message", "textarea", "Message"],
] as const;

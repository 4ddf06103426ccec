import type { UserAccess } from "#app/accounts/access.server.ts";
import { type CurrentPlan, planOf } from "#app/billing/plan.server.ts";
import { limitSubmissions } from "#app/conversations/submission-limit.server.ts";
import { type AnswerErrors, type Answers, checkAnswers } from "#app/forms/answers.ts";
import { parseFields } from "#app/forms/form-content.server.ts";
import type { FormField } from "#app/forms/form-rules.ts";
import type { SupportForm } from "#app/generated/prisma/client.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { keyedHash } from "#app/platform/crypto/seal.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { countUse } from "#app/platform/limits/limits.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { isSuppressed } from "#app/platform/mail/suppression.sql.ts";
import {
	countClientMail,
	mailboxOf,
	UNSOLICITED_MAIL,
} from "#app/platform/mail/unsolicited.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { requestId } from "#app/platform/request-id.ts";
import { supportAutoReply } from "./emails/support-auto-reply.ts";
import { supportNotification } from "./emails/support-notification.ts";

/** A submission as the browser sent it, not checked yet. */
export type SupportSent = {
	values: Map<string, string>;
	requestId: string;
	revision: string;
	honeypot: string;
	clientAddress: string;
};

/** A message, or a report about a public page. */
type Kind = "message" | "report";

/** The outcome of a submission. */
export type SupportStep =
	/** The message's number, unless a program sent it. */
	| { step: "sent"; number?: number }
	/** The fields of the form as it was, to name what was typed. */
	| { step: "closed"; fields: FormField[] }
	| { step: "changed" }
	| { step: "errors"; errors: AnswerErrors }
	| { step: "refused"; refusal: Refusal };

/**
 * Checks a message against the active form, stores it, and mails the operators and the automatic
 * reply in one transaction. Sending the same page with the same answers again stores nothing.
 * `access` is null for people who are not signed in.
 */
export async function sendToSupport(
	access: UserAccess | null,
	sent: SupportSent,
): Promise<SupportStep> {
	const form = await db.supportForm.findFirst({ orderBy: { isActive: "desc" } });
	const fields = form ? parseFields(form.fields) : [];
	if (!form?.isActive) return { step: "closed", fields };
	// Bots get the same response as people, but nothing is stored or sent.
	if (sent.honeypot !== "") return { step: "sent" };
	if (sent.revision !== String(form.revision)) return { step: "changed" };
	const checked = checkAnswers(fields, sent.values, { everyEmail: true });
	if (!checked.ok) return { step: "errors", errors: checked.errors };
	return storeMessage(access, form, checked.value, { ...sent, kind: "message" });
}

/** Stores checked answers with their mails, once for each request id and answers. */
export async function storeMessage(
	access: UserAccess | null,
	form: SupportForm,
	answers: Answers,
	sent: Pick<SupportSent, "requestId" | "clientAddress"> & { kind: Kind },
): Promise<SupportStep> {
	const drawn = requestId.safeParse(sent.requestId);
	if (!drawn.success) {
		const [issue] = drawn.error.issues;
		return { step: "refused", refusal: new Refusal(issue?.message ?? "") };
	}
	try {
		const stored = store(access, form, answers, { ...sent, requestId: drawn.data });
		const number = await failAs("Failed to send message. Please try again later.", stored);
		return { step: "sent", number };
	} catch (error) {
		if (error instanceof Refusal) return { step: "refused", refusal: error };
		throw error;
	}
}

/** The dedupe key of the mail that tells the operators about a message. */
export function supportNoticeKey(id: string): string {
	return `support-notification ${id}`;
}

/** Stores a message and its mails, once. Returns its number. */
function store(
	access: UserAccess | null,
	form: SupportForm,
	{ answers, email, name }: Answers,
	{
		kind,
		requestId: drawn,
		clientAddress,
	}: { kind: Kind; requestId: string; clientAddress: string },
): Promise<number | undefined> {
	const now = clock.now();
	const json = JSON.stringify(answers);
	const requestKey = keyedHash("support request", `${drawn} ${json}`);
	return transaction(async (tx) => {
		const stored = await tx.supportSubmission.findUnique({ where: { requestId: requestKey } });
		if (stored) return stored.number ?? undefined;
		limitSubmissions(tx, "support", { email, clientAddress });
		const plan = access && (await planOf(access, tx));
		const number = await nextNumber(tx);
		const { id } = await tx.supportSubmission.create({
			data: {
				number,
				kind,
				formId: form.id,
				userId: access?.userId ?? null,
				email,
				name,
				answers: json,
				requestId: requestKey,
				priority: plan?.hasPriority ? "high" : "normal",
				createdAt: now,
				updatedAt: now,
			},
			select: { id: true },
		});
		const message = { id, number, email, clientAddress };
		await mailOperators(tx, form, { ...message, answers, plan });
		if (form.autoReplyEnabled) await mailAutoReply(tx, form, message);
		return number;
	});
}

/** Returns a number that no message has had. They begin at 1001, to have four digits from the first on. */
async function nextNumber(tx: Transaction): Promise<number> {
	const newest = await tx.supportSubmission.findFirst({
		orderBy: { number: "desc" },
		select: { number: true },
	});
	const { last } = await tx.supportNumber.findUniqueOrThrow({ where: { id: 1 } });
	// During a deployment, the version before this one numbers messages by the newest alone.
	const number = Math.max(last, newest?.number ?? 0) + 1;
	await tx.supportNumber.update({ where: { id: 1 }, data: { last: number } });
	return number;
}

type Stored = { id: string; number: number; email: string; clientAddress: string };

/** Leaves the notice out if the client has caused too many; the message is in the list. */
async function mailOperators(
	tx: Transaction,
	{ title, notificationEmail }: SupportForm,
	message: Stored & Pick<Answers, "answers"> & { plan: CurrentPlan | null },
): Promise<void> {
	const { id, number, email, clientAddress, answers, plan } = message;
	const to = notificationEmail ?? env.supportEmail;
	if (countClientMail(tx, clientAddress, to) > 0) return;
	await enqueueMail(tx, {
		dedupeKey: supportNoticeKey(id),
		kind: "support-notification",
		to,
		replyTo: email,
		email: supportNotification({
			number,
			formTitle: title,
			email,
			answers,
			urgency: plan?.hasPriority
				? `The account is on ${plan.name}, so its priority is high.`
				: null,
			url: env.appUrl + paths.admin.supportSubmission({ supportSubmissionId: id }),
		}),
	});
}

/** Skips the reply to a mailbox over its mail limit; the message is stored all the same. */
async function mailAutoReply(
	tx: Transaction,
	{ autoReplyTemplate }: SupportForm,
	{ id, number, email, clientAddress }: Stored,
): Promise<void> {
	if (isSuppressed(tx, email) || countUse(tx, UNSOLICITED_MAIL, mailboxOf(email)) > 0) return;
	if (countClientMail(tx, clientAddress, email) > 0) return;
	await enqueueMail(tx, {
		dedupeKey: `support-auto-reply ${id}`,
		kind: "support-auto-reply",
		to: email,
		thread: id,
		email: supportAutoReply({ template: autoReplyTemplate, number }),
	});
}

import { requireRoleNow } from "#app/accounts/access.server.ts";
import { MAY_ANSWER } from "#app/accounts/admin-role.ts";
import { recordAct } from "#app/admin/audit.server.ts";
import type { Answer } from "#app/forms/answers.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { enforceLimit, type RefusingLimit } from "#app/platform/limits/limits.server.ts";
import { pressId } from "#app/platform/press-id.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { HOUR_MS } from "#app/platform/time.ts";
import { noteMailed, tellOwner, tellVisitor } from "./by-mail/message-mail.server.ts";
import { canAnswerByMail } from "./by-mail/reply-address.server.ts";
import type { AnswererAccess, VisitorAccess } from "./conversation-access.server.ts";
import { isSessionOpen, msUntil, SessionExpired } from "./conversation-session.server.ts";
import { readThread } from "./thread.server.ts";

/** How much one side of a conversation writes. */
const MESSAGES: RefusingLimit = {
	name: "message",
	most: 30,
	windowMs: HOUR_MS,
	sentence: (wait) =>
		`You have written 30 messages within the hour. You can send this one in ${wait}.`,
	field: "message",
};

/**
 * Returns the conversation for its visitor. `thread` has the page of messages before `before`, the
 * newest if that is null; it is null once the session is over. `msLeft` is how long the session
 * still lasts, in milliseconds; 0 when it is over.
 */
export async function readConversation(
	{ submissionId }: VisitorAccess,
	before: number | null = null,
) {
	const submission = await db.submission.findUniqueOrThrow({
		where: { id: submissionId },
		select: {
			answers: true,
			createdAt: true,
			sessionEndsAt: true,
			status: true,
			notes: true,
			form: { select: { title: true, answersByMail: true, app: { select: appColumns } } },
		},
	});
	const { sessionEndsAt, status, form, answers, notes, createdAt } = submission;
	const { app } = form;
	const account = app.deletedAt ? null : app.user.accountName;
	const msLeft = msUntil(sessionEndsAt);
	const isOpen = msLeft > 0;
	return {
		title: form.title,
		appName: app.name,
		/** The app's public page, if it has one. */
		hubPath: account && paths.visitor.app(account, app.slug),
		askedAt: createdAt,
		status,
		sessionEndsAt,
		msLeft,
		isOpen,
		canAnswerByMail: canAnswerByMail(form),
		thread: isOpen
			? {
					...(await readThread(submissionId, { self: "user", before })),
					notes,
					answers: JSON.parse(answers) as Answer[],
				}
			: null,
	};
}

const appColumns = {
	name: true,
	slug: true,
	deletedAt: true,
	user: { select: { accountName: true } },
} as const;

/**
 * Stores a visitor's message and reopens a resolved conversation. A repeated `requestId` stores
 * nothing, unless the message differs. Throws SessionExpired, TooMany, and Refusal when the
 * conversation is closed.
 */
export async function writeAsVisitor(
	{ submissionId }: VisitorAccess,
	{ message, requestId }: { message: string; requestId: string },
): Promise<void> {
	const words = { message, requestId: pressId(requestId, message) };
	await transaction(async (tx) => {
		const submission = await tx.submission.findUniqueOrThrow({ where: { id: submissionId } });
		if (await isWritten(tx, submissionId, words.requestId)) return;
		if (!isSessionOpen(submission.sessionEndsAt)) throw new SessionExpired();
		if (submission.status === "closed") {
			throw new Refusal(
				"This conversation is closed. Please send the form again to start a new one.",
			);
		}
		await addVisitorsWords(tx, submission, words);
	});
}

/**
 * Stores what a visitor wrote in the caller's transaction, reopens a resolved conversation and tells
 * the owner. A repeated `requestId` stores nothing. Throws TooMany.
 */
export async function addVisitorsWords(
	tx: Transaction,
	submission: { id: string; status: string; lastSender: string },
	words: Words,
): Promise<void> {
	const { id: submissionId } = submission;
	if (await isWritten(tx, submissionId, words.requestId)) return;
	const isReopened = submission.status === "resolved";
	const status = isReopened ? "in_progress" : submission.status;
	const id = await write(tx, { submissionId, senderType: "user", ...words }, status);
	// One mail a turn: until the owner replies or resolves, they already know.
	const isDue = isReopened || submission.lastSender === "admin";
	await tellOwner(tx, { submissionId, id, ...words }, { isDue });
}

/**
 * Stores the owner's reply. It is mailed with a session link while no session is open, or once the
 * open one is over, unless an earlier mailed reply is still unopened. `isResolved` sets the conversation to resolved,
 * too. A repeated `requestId` stores nothing, unless the message differs, and resolves only what
 * the visitor has not answered. An administrator's act is written to the audit log. Throws Refusal
 * when the visitor's address is not verified, the owner's account is suspended, or the administrator
 * has lost the role.
 */
export async function writeAsOwner(
	access: AnswererAccess,
	{ message, requestId, isResolved = false }: OwnersMessage,
): Promise<void> {
	const words = { message, requestId: pressId(requestId, message) };
	const { submissionId } = access;
	await transaction(async (tx) => {
		if (access.isAdministrator) await requireRoleNow(tx, access, MAY_ANSWER);
		const { form, ...submission } = await tx.submission.findUniqueOrThrow({
			where: { id: submissionId },
			include: { form: { select: { title: true, user: { select: ownerColumns } } } },
		});
		const of = `of the form "${form.title}" on behalf of ${form.user.email}`;
		if (await isWritten(tx, submissionId, words.requestId)) {
			const { lastSender, status } = submission;
			// The answer to "Send" was lost, and "Send and resolve" was pressed after it.
			if (!isResolved || lastSender !== "admin" || status === "resolved") return;
			await setResolved(tx, submissionId);
			return record("update_submission", `Resolved a submission ${of}.`);
		}
		if (form.user.suspendedAt) {
			throw new Refusal(
				"The owner's account is suspended, so the visitor could not open a reply. Nothing was sent.",
			);
		}
		if (!submission.verifiedAt) {
			throw new Refusal(
				"This visitor has not verified the e-mail address yet, so a reply could not reach them.",
			);
		}
		const status = isResolved ? "resolved" : undefined;
		await addOwnersReply(tx, submissionId, words, status);
		const resolved = isResolved ? ", and set the submission to resolved" : "";
		await record("answer_conversation", `Replied to a visitor ${of}${resolved}.`);

		async function record(action: string, summary: string) {
			if (!access.isAdministrator) return;
			const act = { action, targetType: "submission", targetId: submissionId, summary } as const;
			await recordAct(tx, access, act);
		}
	});
}

/**
 * Stores the owner's reply in the caller's transaction, with a new status, if any, and mails it
 * unless the visitor reads it on the page. Throws TooMany.
 */
export async function addOwnersReply(
	tx: Transaction,
	submissionId: string,
	words: Words,
	status?: string,
): Promise<void> {
	await write(tx, { submissionId, senderType: "admin", ...words }, status);
	await tellVisitor(tx, { submissionId, via: words.via });
}

/** What an owner sends. */
type OwnersMessage = { message: string; requestId: string; isResolved?: boolean };

const ownerColumns = { email: true, suspendedAt: true } as const;

async function isWritten(tx: Transaction, submissionId: string, requestId: string) {
	const where = { submissionId_requestId: { submissionId, requestId } };
	return (await tx.message.findUnique({ where, select: { id: true } })) !== null;
}

/** Stores a message, and a new status, if any. Returns the message's id. Throws TooMany. */
function write(tx: Transaction, data: NewMessage, status?: string): Promise<number> {
	// Mails have a limit of their own, above which they are held.
	if (data.via !== "mail") enforceLimit(tx, MESSAGES, `${data.senderType} ${data.submissionId}`);
	return store(tx, data, status);
}

/** What somebody wrote, where, and what was cut off it, if it came by mail. */
type Words = { message: string; requestId: string; via?: "page" | "mail"; rest?: string };

type NewMessage = Words & { submissionId: string; senderType: "user" | "admin" };

async function store(tx: Transaction, data: NewMessage, status?: string): Promise<number> {
	const { submissionId, senderType: lastSender } = data;
	const now = clock.now();
	const { id } = await tx.message.create({
		data: { ...data, createdAt: now },
		select: { id: true },
	});
	await tx.submission.update({
		where: { id: submissionId },
		data: {
			status,
			lastSender,
			messageCount: { increment: 1 },
			lastActivityAt: now,
			updatedAt: now,
		},
	});
	return id;
}

/**
 * Stores what the owner told the visitor by a mail of another kind, in the caller's transaction, so
 * that it stands in the conversation too. It counts against no limit.
 */
export async function addOwnersWords(
	tx: Transaction,
	message: Omit<NewMessage, "senderType">,
): Promise<void> {
	const id = await store(tx, { ...message, senderType: "admin" });
	await noteMailed(tx, message.submissionId, id);
}

/** Sets a conversation to resolved, in the caller's transaction. */
export async function setResolved(tx: Transaction, submissionId: string): Promise<void> {
	await tx.submission.update({
		where: { id: submissionId },
		data: { status: "resolved", updatedAt: clock.now() },
	});
}

import { replyToVisitor } from "~/emails/reply-to-visitor";
import { sessionLink } from "~/emails/session-link";
import { db, type Transaction, transaction } from "~/lib/db.server";
import { Refusal } from "~/lib/refusal";
import { HOUR_MS, later } from "~/lib/time";
import { clock } from "~/services/clock.server";
import { openAccount, type UserAccess } from "./access.server";
import { recordAct } from "./audit.server";
import { conversationToken, submissionIdOf } from "./conversation-token.server";
import { enqueueMail } from "./outbox.server";
import { mailOwner, SESSION_MS } from "./submission.server";
import {
	createSubmissionLink,
	type LinkState,
	readSubmissionLink,
	useSubmissionLink,
} from "./submission-link.server";

/** Session links that one conversation gets in an hour (decision 37). */
export const LINKS_PER_HOUR = 3;
const EXCERPT_MAX = 500;

/** A visitor who holds a conversation's token. */
export type VisitorAccess = { submissionId: string };

/** An owner, or an administrator in the owner's place, and one conversation. */
export type AnswererAccess = Pick<UserAccess, "userId" | "email"> & {
	submissionId: string;
	isAdministrator: boolean;
};

/** The visitor's session is over: the page shows the Session Expired card. */
export class SessionExpired extends Refusal {
	constructor() {
		super("Your session has expired. Please request a new session link.", { status: 409 });
	}
}

/** A conversation ends with its owner's account, and rests while that is suspended. */
const ofOpenAccount = { form: { user: openAccount } } as const;

/** The access of whoever holds this token, or null: unknown, altered or unverified. */
export async function accessByToken(token: string): Promise<VisitorAccess | null> {
	const submissionId = submissionIdOf(token);
	if (!submissionId) return null;
	const submission = await db.submission.findUnique({
		where: { id: submissionId, verifiedAt: { not: null }, ...ofOpenAccount },
		select: { id: true },
	});
	return submission && { submissionId };
}

/** The owner's access to a conversation, or an administrator's, or null. */
export async function accessToAnswer(
	access: UserAccess,
	submissionId: string,
): Promise<AnswererAccess | null> {
	const submission = await db.submission.findUnique({
		where: { id: submissionId, form: { user: { deletedAt: null } } },
		select: { userId: true },
	});
	if (!submission) return null;
	const isOwner = submission.userId === access.userId;
	if (!isOwner && access.adminRole === null) return null;
	const { userId, email } = access;
	return { userId, email, submissionId, isAdministrator: !isOwner };
}

/**
 * The conversation as its visitor may see it: no thread once the session has ended. `msLeft` is how
 * long it lasts, in milliseconds; 0 when it is over.
 */
export async function readConversation({ submissionId }: VisitorAccess) {
	const { messages, ...submission } = await db.submission.findUniqueOrThrow({
		where: { id: submissionId },
		select: {
			createdAt: true,
			answers: true,
			sessionEndsAt: true,
			status: true,
			notes: true,
			form: { select: { title: true, app: { select: { name: true } } } },
			messages: {
				orderBy: { id: "asc" },
				select: { id: true, senderType: true, message: true, createdAt: true },
			},
		},
	});
	const msLeft = msUntil(submission.sessionEndsAt);
	const isOpen = msLeft > 0;
	const thread = isOpen ? { answers: submission.answers, notes: submission.notes, messages } : null;
	const { sessionEndsAt, status, createdAt, form } = submission;
	return { sessionEndsAt, msLeft, status, createdAt, form, isOpen, thread };
}

/** How long the visitor's session still lasts, in milliseconds; 0 when it is over. */
export async function sessionMsLeft({ submissionId }: VisitorAccess): Promise<number> {
	const { sessionEndsAt } = await db.submission.findUniqueOrThrow({
		where: { id: submissionId },
		select: { sessionEndsAt: true },
	});
	return msUntil(sessionEndsAt);
}

/**
 * The visitor says something. A resolved conversation opens again. The same `requestId` again is
 * the same message. Throws SessionExpired, and Refusal when the conversation is closed.
 */
export async function writeAsVisitor(
	{ submissionId }: VisitorAccess,
	{ message, requestId }: { message: string; requestId: string },
): Promise<void> {
	await transaction(async (tx) => {
		const submission = await tx.submission.findUniqueOrThrow({ where: { id: submissionId } });
		if (await isWritten(tx, submissionId, requestId)) return;
		if (!isSessionOpen(submission.sessionEndsAt)) throw new SessionExpired();
		if (submission.status === "closed") {
			throw new Refusal(
				"This conversation is closed. Please send the form again to start a new one.",
			);
		}
		await write(tx, { submissionId, senderType: "user", message, requestId });
		const status = submission.status === "resolved" ? "in_progress" : submission.status;
		await tx.submission.update({
			where: { id: submissionId },
			data: { status, lastSender: "user" },
		});
		// One notice a turn: while the owner has not answered, they know already.
		if (submission.lastSender === "admin") await mailOwner(tx, submissionId, cut(message));
	});
}

/**
 * The owner answers. While no session is open, the answer goes out by mail with a session link,
 * unless an earlier one is still unopened. The same `requestId` again is the same message. An
 * administrator's answer in the owner's place is written to the audit log. Throws Refusal when the
 * visitor's address is not verified, or the owner's account is suspended.
 */
export async function writeAsOwner(
	access: AnswererAccess,
	{ message, requestId }: { message: string; requestId: string },
): Promise<void> {
	const { submissionId } = access;
	await transaction(async (tx) => {
		const { form, ...submission } = await tx.submission.findUniqueOrThrow({
			where: { id: submissionId },
			include: { form: { select: { title: true, user: { select: ownerColumns } } } },
		});
		if (await isWritten(tx, submissionId, requestId)) return;
		if (form.user.suspendedAt) {
			throw new Refusal(
				"The owner's account is suspended, so the visitor could not open an answer. Nothing was sent.",
			);
		}
		if (!submission.verifiedAt) {
			throw new Refusal(
				"This visitor has not verified the e-mail address yet, so an answer could not reach them.",
			);
		}
		await write(tx, { submissionId, senderType: "admin", message, requestId });
		await tx.submission.update({ where: { id: submissionId }, data: { lastSender: "admin" } });
		const isReadable = isSessionOpen(submission.sessionEndsAt) || submission.noticeSentAt !== null;
		if (!isReadable) await mailReply(tx, submissionId, message);
		if (access.isAdministrator) {
			await recordAct(tx, access, {
				action: "answer_conversation",
				targetType: "submission",
				targetId: submissionId,
				summary: `Answered a visitor of the form "${form.title}" in the place of ${form.user.email}.`,
			});
		}
	});
}

/**
 * Mails a new session link to the verified address. Throws Refusal after three in an hour.
 */
export async function requestSession({ submissionId }: VisitorAccess): Promise<void> {
	await transaction(async (tx) => {
		const links = await tx.submissionLink.count({
			where: {
				submissionId,
				purpose: "session",
				createdAt: { gt: later(clock.now(), -HOUR_MS) },
			},
		});
		if (links >= LINKS_PER_HOUR) {
			throw new Refusal(
				"We have sent you three links within the hour. Please open the newest one, or try again later.",
				{ status: 429 },
			);
		}
		const { email, appName } = await visitorOf(tx, submissionId);
		const { url } = await createSubmissionLink(tx, submissionId, "session");
		await enqueueMail(tx, {
			dedupeKey: `session-link ${crypto.randomUUID()}`,
			kind: "session-link",
			to: email,
			thread: submissionId,
			email: sessionLink({ appName, url }),
		});
	});
}

/**
 * The same for whoever holds a link of the conversation that was used or is too old. An unknown
 * link does nothing. Throws Refusal after three in an hour.
 */
export async function requestSessionByLink(id: string, token: string): Promise<void> {
	const states = await Promise.all(
		(["verify", "session"] as const).map((purpose) =>
			readSubmissionLink(db, { id, token, purpose }),
		),
	);
	if (states.every((state) => state === "unknown")) return;
	const submission = await db.submission.findUnique({
		where: { id, verifiedAt: { not: null } },
		select: { id: true },
	});
	if (submission) await requestSession({ submissionId: id });
}

/** What a session link is worth. Changes nothing. */
export function readExtension(id: string, token: string): Promise<LinkState> {
	return readSubmissionLink(db, { id, token, purpose: "session" });
}

/** Opens an hour's session by a link; answers the conversation's token, or null. */
export async function extendSession(id: string, token: string): Promise<string | null> {
	return transaction(async (tx) => {
		const state = await useSubmissionLink(tx, { id, token, purpose: "session" });
		if (state !== "valid") return null;
		await openSession(tx, id);
		return conversationToken(id);
	});
}

/** Gives an open session its full hour again. Throws SessionExpired. */
export async function extendOpenSession({ submissionId }: VisitorAccess): Promise<void> {
	await transaction(async (tx) => {
		const submission = await tx.submission.findUniqueOrThrow({ where: { id: submissionId } });
		if (!isSessionOpen(submission.sessionEndsAt)) throw new SessionExpired();
		await openSession(tx, submissionId);
	});
}

const ownerColumns = { email: true, suspendedAt: true } as const;

async function openSession(tx: Transaction, submissionId: string): Promise<void> {
	const now = clock.now();
	await tx.submission.update({
		where: { id: submissionId, verifiedAt: { not: null } },
		data: { sessionEndsAt: later(now, SESSION_MS), noticeSentAt: null, updatedAt: now },
	});
}

async function mailReply(tx: Transaction, submissionId: string, message: string): Promise<void> {
	const { email, appName } = await visitorOf(tx, submissionId);
	const { url } = await createSubmissionLink(tx, submissionId, "session");
	await tx.submission.update({
		where: { id: submissionId },
		data: { noticeSentAt: clock.now() },
	});
	await enqueueMail(tx, {
		dedupeKey: `reply ${crypto.randomUUID()}`,
		kind: "reply",
		to: email,
		thread: submissionId,
		email: replyToVisitor({ appName, message, url }),
	});
}

async function visitorOf(tx: Transaction, submissionId: string) {
	const submission = await tx.submission.findUniqueOrThrow({
		where: { id: submissionId, verifiedAt: { not: null } },
		select: { email: true, form: { select: { app: { select: { name: true } } } } },
	});
	return { email: submission.email, appName: submission.form.app.name };
}

async function isWritten(tx: Transaction, submissionId: string, requestId: string) {
	const where = { submissionId_requestId: { submissionId, requestId } };
	return (await tx.message.findUnique({ where, select: { id: true } })) !== null;
}

async function write(
	tx: Transaction,
	data: { submissionId: string; senderType: "user" | "admin"; message: string; requestId: string },
): Promise<void> {
	const now = clock.now();
	await tx.message.create({ data: { ...data, createdAt: now } });
	await tx.submission.update({
		where: { id: data.submissionId },
		data: { messageCount: { increment: 1 }, lastActivityAt: now, updatedAt: now },
	});
}

function isSessionOpen(sessionEndsAt: Date | null): boolean {
	return msUntil(sessionEndsAt) > 0;
}

function msUntil(sessionEndsAt: Date | null): number {
	return Math.max((sessionEndsAt?.getTime() ?? 0) - clock.now().getTime(), 0);
}

function cut(message: string): string {
	const characters = [...message];
	if (characters.length <= EXCERPT_MAX) return message;
	return `${characters.slice(0, EXCERPT_MAX).join("")}…`;
}

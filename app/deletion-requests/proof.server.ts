import { enqueueConversationMail } from "#app/conversations/by-mail/conversation-mail.server.ts";
import { addVisitorsWords } from "#app/conversations/conversation.server.ts";
import { openSession } from "#app/conversations/conversation-session.server.ts";
import { conversationToken } from "#app/conversations/conversation-token.server.ts";
import { markVerified, verifySubmission } from "#app/conversations/submission.server.ts";
import {
	readSubmissionLink,
	redeemSubmissionLink,
} from "#app/conversations/submission-link.server.ts";
import type { Answer } from "#app/forms/answers.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { countClientMail } from "#app/platform/mail/unsolicited.server.ts";
import { DAY_MS, formatLongDate, later } from "#app/platform/time.ts";
import { FIELD, scopeOf } from "./deletion-form.ts";
import { askedToOwner } from "./emails/asked-to-owner.ts";
import { askedToVisitor } from "./emails/asked-to-visitor.ts";
import { findOpenRequest } from "./open-request.sql.ts";
import { planRequest } from "./requests/request-job.server.ts";
import { statusUrl } from "./status-link.server.ts";

/** The conversation that a link opened, and what its page says first, if anything. */
type Opened = { token: string; told?: string };

type Link = { id: string; token: string; browser: string | null; clientAddress: string | null };

/**
 * Uses a mailed link to verify the address of a submission of any kind. Returns the conversation
 * that it opens, or null when the link is not valid.
 */
export async function verifyAddress(
	id: string,
	token: string,
	browser: string | null = null,
	clientAddress: string | null = null,
): Promise<Opened | null> {
	const submission = await db.submission.findUnique({
		where: { id, form: { kind: "deletion" } },
		select: { id: true },
	});
	if (submission) return proveRequest({ id, token, browser, clientAddress });
	const opened = await verifySubmission(id, token, browser, clientAddress);
	return opened === null ? null : { token: opened };
}

/**
 * Makes the deletion request of a verified address, with its day, and mails both sides, in one
 * transaction. Where the same address has an open request for the app, the link leads to that one,
 * makes no second, and stays valid.
 */
async function proveRequest({ clientAddress, ...link }: Link): Promise<Opened | null> {
	const { id } = link;
	return transaction(async (tx) => {
		const purpose = "verify";
		if ((await readSubmissionLink(tx, { ...link, purpose })) !== "valid") return null;
		const asked = await tx.submission.findUniqueOrThrow({ where: { id }, select: askedColumns });
		const open = findOpenRequest(tx, asked);
		if (open) return leadToOpen(tx, asked, open);
		await redeemSubmissionLink(tx, { ...link, purpose });
		await markVerified(tx, id);
		await createRequest(tx, asked, clientAddress);
		return { token: conversationToken(id) };
	});
}

const askedColumns = {
	id: true,
	appId: true,
	userId: true,
	email: true,
	answers: true,
	form: {
		select: {
			app: { select: { name: true, deletedAt: true } },
			user: { select: { email: true } },
			deletion: { select: { days: true } },
		},
	},
} as const;

type Asked = {
	id: string;
	appId: string;
	userId: string;
	email: string;
	answers: string;
	form: {
		app: { name: string; deletedAt: Date | null };
		user: { email: string };
		deletion: { days: number } | null;
	};
};

async function createRequest(tx: Transaction, asked: Asked, clientAddress: string | null) {
	const { id, appId, userId, email, form } = asked;
	const answers = answersOf(asked);
	const now = clock.now();
	const { number, dueAt, scope } = await tx.deletionRequest.create({
		data: {
			submissionId: id,
			userId,
			appId,
			appName: form.app.name,
			scope: scopeOf(answers),
			askedAt: now,
			dueAt: later(now, (form.deletion?.days ?? 30) * DAY_MS),
		},
		select: { number: true, dueAt: true, scope: true },
	});
	planRequest(tx, number);
	const letter = { appName: form.app.name, scope, dueAt };
	await enqueueConversationMail(tx, {
		to: "visitor",
		submissionId: id,
		dedupeKey: `deletion-asked ${number}`,
		kind: "deletion-asked",
		letter: askedToVisitor({
			...letter,
			statusUrl: statusUrl(number),
			isTakenDown: form.app.deletedAt !== null,
		}),
	});
	// The reminders come all the same.
	if (clientAddress && countClientMail(tx, clientAddress, form.user.email) > 0) return;
	await enqueueConversationMail(tx, {
		to: "owner",
		submissionId: id,
		dedupeKey: `deletion-request ${number}`,
		kind: "deletion-request",
		letter: askedToOwner({
			...letter,
			number,
			email,
			answers: answers.filter(({ id, value }) => id !== FIELD.email && value !== ""),
			url: env.appUrl + paths.conversation.thread({ submissionId: id }),
		}),
	});
}

/** What somebody wrote this time goes to the conversation of the open request. */
async function leadToOpen(
	tx: Transaction,
	asked: Asked,
	open: NonNullable<ReturnType<typeof findOpenRequest>>,
): Promise<Opened> {
	const first = await tx.submission.findUniqueOrThrow({
		where: { id: open.submissionId, userId: asked.userId },
		select: { id: true, status: true, lastSender: true, answers: true },
	});
	const before = new Map(answersOf(first).map(({ id, value }) => [id, value]));
	const message = answersOf(asked)
		.filter(({ id, value }) => value !== "" && value !== before.get(id) && id !== FIELD.email)
		.map(({ label, value }) => `${label}:\n${value}`)
		.join("\n\n");
	const requestId = `asked again ${asked.id}`;
	// A closed conversation opens again, because its request waits for an outcome.
	const status = first.status === "closed" ? "resolved" : first.status;
	if (message !== "") await addVisitorsWords(tx, { ...first, status }, { message, requestId });
	await openSession(tx, first.id);
	return {
		token: conversationToken(first.id),
		told: `You have asked already. It is to be done by ${formatLongDate(new Date(open.dueAt))}.`,
	};
}

function answersOf({ answers }: { answers: string }): Answer[] {
	return JSON.parse(answers) as Answer[];
}

import { publicUrl } from "#app/addresses/address.server.ts";
import { publicDocument } from "#app/addresses/visibility.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { fits } from "#app/platform/db/condition.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import type { Job, JobKind, Outcome } from "#app/platform/jobs/job.server.ts";
import { broadcastJob, enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { DAY_MS, HOUR_MS, later } from "#app/platform/time.ts";
import { noticeMailKey, partsOfKey, removeSubscriber } from "./notice.sql.ts";
import { composeNotice, type NoticeFacts, type Reason } from "./notice-mail.ts";
import { unsubscribeUrl } from "./unsubscribe-link.server.ts";

/** The most mails that one transaction writes, so that it blocks other writers only briefly. */
const MAILS_AT_ONCE = 200;
/** What is not public is held, and told if it comes back in time. */
const HOLD_MS = HOUR_MS;
const GIVE_UP_MS = 3 * DAY_MS;

/** Writes the mails of one notice into the outbox, some at a time. */
export const noticeJob: JobKind = { name: "notice", run: writeMails };

/** Sends one of them. */
export const noticeMailJob: JobKind = broadcastJob({
	/** Whoever unsubscribed gets none, and nobody does while the document is not public. */
	async judge(dedupeKey) {
		const { noticeId, subscriberId } = partsOfKey(dedupeKey);
		const [notice, subscriber] = await Promise.all([
			db.notice.findUnique({ where: { id: noticeId }, select: { document: OF_DOCUMENT } }),
			db.subscriber.findUnique({ where: { id: subscriberId }, select: { id: true } }),
		]);
		if (!notice || !subscriber) return "drop";
		return fits(publicDocument, notice.document) ? "send" : "hold";
	},
	stop: (tx, dedupeKey) => removeSubscriber(tx, partsOfKey(dedupeKey).subscriberId),
});

const OF_DOCUMENT = {
	select: {
		id: true,
		slug: true,
		deletedAt: true,
		historyOpenedAt: true,
		app: {
			select: {
				id: true,
				name: true,
				slug: true,
				contactEmail: true,
				deletedAt: true,
				user: { select: { accountName: true, suspendedAt: true, deletedAt: true } },
			},
		},
	},
} as const;

type Notice = NonNullable<Awaited<ReturnType<typeof findNotice>>>;

function findNotice(tx: Transaction, id: string) {
	return tx.notice.findUnique({
		where: { id, doneAt: null },
		select: {
			id: true,
			reason: true,
			facts: true,
			cursor: true,
			createdAt: true,
			document: OF_DOCUMENT,
		},
	});
}

/** Mails and cursor are stored together, so that a crash neither loses a mail nor doubles it. */
function writeMails({ key: id }: Job): Promise<Outcome> {
	return transaction(async (tx) => {
		const notice = await findNotice(tx, id);
		if (!notice) return { next: "done" };
		const now = clock.now();
		if (!fits(publicDocument, notice.document)) {
			const isLate = now.getTime() - notice.createdAt.getTime() >= GIVE_UP_MS;
			if (!isLate) return { next: later(now, HOLD_MS) };
			await tx.notice.update({ where: { id }, data: { doneAt: now } });
			return { next: "done" };
		}
		const subscribers = await tx.subscriber.findMany({
			where: {
				appId: notice.document.app.id,
				id: { gt: notice.cursor },
				confirmedAt: { lte: notice.createdAt },
			},
			orderBy: { id: "asc" },
			take: MAILS_AT_ONCE,
		});
		for (const subscriber of subscribers) await writeMail(tx, notice, subscriber);
		const isDone = subscribers.length < MAILS_AT_ONCE;
		await tx.notice.update({
			where: { id },
			data: { cursor: subscribers.at(-1)?.id, doneAt: isDone ? now : null },
		});
		return { next: isDone ? "done" : now };
	});
}

type Subscriber = { id: string; email: string; confirmedAt: Date | null; createdAt: Date };

async function writeMail(tx: Transaction, notice: Notice, subscriber: Subscriber): Promise<void> {
	const { id: documentId, app } = notice.document;
	const unsubscribe = unsubscribeUrl(subscriber.id);
	await enqueueMail(tx, {
		dedupeKey: noticeMailKey(notice.id, subscriber.id),
		kind: "notice",
		stream: "broadcast",
		to: subscriber.email,
		replyTo: app.contactEmail ?? undefined,
		headers: {
			"List-Id": `<${documentId}.documents.${new URL(env.appUrl).hostname}>`,
			"List-Unsubscribe": `<${unsubscribe}>`,
			"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
			Precedence: "bulk",
		},
		email: composeNotice({
			...(JSON.parse(notice.facts) as NoticeFacts),
			...addressesOf(notice),
			reason: notice.reason as Reason,
			appName: app.name,
			askedAt: subscriber.confirmedAt ?? subscriber.createdAt,
			unsubscribeUrl: unsubscribe,
		}),
	});
}

/** Returns where the text and its changes are, as the document is called now. */
function addressesOf({ reason, facts, document }: Notice) {
	const { slug, historyOpenedAt, app } = document;
	const { from, to } = JSON.parse(facts) as NoticeFacts;
	const { next, changes, changesOfNext } = paths.ofDocument;
	const path = paths.visitor.document(app.user.accountName ?? "", app.slug, slug);
	if (reason === "announced" || reason === "changed") {
		return { url: publicUrl(next(path)), changesUrl: publicUrl(changesOfNext(path)) };
	}
	const changesUrl = historyOpenedAt && from && to ? publicUrl(changes(path, from, to)) : null;
	return { url: publicUrl(path), changesUrl };
}

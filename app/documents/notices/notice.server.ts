import type { AppAccess } from "#app/accounts/access.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { formatCount } from "#app/platform/count.ts";
import { db, type Transaction } from "#app/platform/db/db.server.ts";
import { enqueueJob } from "#app/platform/jobs/job.server.ts";
import { DAY_MS, formatLongDate, later } from "#app/platform/time.ts";
import { noticeJob } from "./notice-jobs.server.ts";
import type { NoticeFacts, Reason } from "./notice-mail.ts";
import { countSubscribers } from "./subscriber.server.ts";

/** How many changes an app tells by mail in a time (product.md, rule 59). */
const NOTICES_MOST = 4;
const NOTICES_WINDOW_MS = 30 * DAY_MS;

/** A change to tell. `key` is its own: each change is told once. */
type Change = { documentId: string; reason: Reason; key: string; facts: NoticeFacts };

/**
 * Tells an app's subscribers of a change, in the transaction that makes it. Tells nobody when the
 * app has told its last changes too recently. A job writes the mails.
 */
export async function enqueueNotice(
	tx: Transaction,
	{ appId }: Pick<AppAccess, "appId">,
	{ documentId, reason, key, facts }: Change,
): Promise<void> {
	const createdAt = clock.now();
	const subscriber = await tx.subscriber.findFirst({
		where: { appId, confirmedAt: { not: null } },
		select: { id: true },
	});
	if (!subscriber || (await nextNoticeAt(tx, appId)) !== null) return;
	const dedupeKey = `${reason}:${key}`;
	const { id } = await tx.notice.upsert({
		where: { dedupeKey },
		update: {},
		create: { dedupeKey, documentId, reason, facts: JSON.stringify(facts), createdAt },
		select: { id: true },
	});
	enqueueJob(tx, noticeJob, { key: id });
}

/** Returns from when an app may tell of a further change; null if it may now. */
async function nextNoticeAt(tx: Transaction, appId: string): Promise<Date | null> {
	const now = clock.now();
	const told = await tx.notice.findMany({
		where: {
			document: { appId },
			// Those from the future were told while the clock was ahead.
			createdAt: { gt: later(now, -NOTICES_WINDOW_MS), lte: now },
		},
		orderBy: { createdAt: "desc" },
		take: NOTICES_MOST,
		select: { createdAt: true },
	});
	const oldest = told[NOTICES_MOST - 1];
	return oldest ? later(oldest.createdAt, NOTICES_WINDOW_MS) : null;
}

/** Says for an owner how many people a new version of a text is told to. */
export async function describeTelling(access: AppAccess): Promise<string> {
	const readers = await countSubscribers(access);
	if (readers === 0) return "Nobody has subscribed yet.";
	const next = await nextNoticeAt(db, access.appId);
	if (next) {
		return `Nobody gets a mail: ${NOTICES_MOST} went out within 30 days. The change is in the history and the feed. The next mail can go on ${formatLongDate(next)}.`;
	}
	return readers === 1 ? "1 person gets a mail." : `${formatCount(readers)} people get a mail.`;
}

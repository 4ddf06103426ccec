import type { UserAccess } from "#app/accounts/access.server.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { enqueueJob, type Job, type JobKind, type Outcome } from "#app/platform/jobs/job.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { DAY_MS, HOUR_MS, later } from "#app/platform/time.ts";
import { digest } from "../emails/digest.ts";
import type { Notifications } from "../schema.ts";
import { listSubmissions } from "../submission-list.server.ts";
import { COUNT_MAX } from "./submission-filter.ts";

/** When digests are mailed: at 07:00 UTC. */
const DIGEST_AFTER_MIDNIGHT_MS = 7 * HOUR_MS;
/** A digest quotes so many messages, and counts the others. */
const QUOTED = 20;

/** Mails an account's digest each day while it asks for one. */
export const digestJob: JobKind = {
	name: "digest",
	atOnce: 5,
	farthestMs: DAY_MS,
	run: sendDigest,
};

/** Returns how the account is told about messages. */
export async function readNotifications({ userId }: UserAccess): Promise<Notifications> {
	const { notifications } = await db.user.findUniqueOrThrow({
		where: { id: userId },
		select: { notifications: true },
	});
	return notifications as Notifications;
}

/** Sets how the account is told about messages. */
export async function saveNotifications(
	{ userId }: UserAccess,
	notifications: Notifications,
): Promise<void> {
	await transaction(async (tx) => {
		await tx.user.update({
			where: { id: userId, deletedAt: null },
			data: { notifications, updatedAt: clock.now() },
		});
		if (notifications !== "daily") return;
		enqueueJob(tx, digestJob, { key: userId, dueAt: nextDigest(clock.now()) });
	});
}

/**
 * Mails the account's digest if something waits. The job stays until the account is gone, even
 * while no digest is asked for: who asks again at that moment must not lose it. The day in the
 * mail's key holds it to one a day when a run is repeated after a crash.
 */
async function sendDigest({ key: userId }: Job): Promise<Outcome> {
	const now = clock.now();
	const owner = await db.user.findUnique({
		where: { id: userId },
		select: { email: true, notifications: true, suspendedAt: true, deletedAt: true },
	});
	if (!owner || owner.deletedAt) return { next: "done" };
	const next = nextDigest(now);
	if (owner.notifications !== "daily" || owner.suspendedAt) return { next };
	const { submissions, counts } = listSubmissions({ userId }, { tab: "waiting" });
	if (counts.waiting === 0) return { next };
	const email = digest({
		count: counts.waiting,
		isMore: counts.waiting > COUNT_MAX,
		messages: submissions.slice(0, QUOTED),
		url: env.appUrl + paths.submissions.waiting,
		settingsUrl: env.appUrl + paths.account.notifications,
	});
	const dedupeKey = `digest ${userId} ${now.toISOString().slice(0, 10)}`;
	await transaction((tx) => enqueueMail(tx, { dedupeKey, kind: "digest", to: owner.email, email }));
	return { next };
}

/** Returns the next time of a digest after `now`. */
function nextDigest(now: Date): Date {
	const midnight = new Date(now);
	midnight.setUTCHours(0, 0, 0, 0);
	const today = later(midnight, DIGEST_AFTER_MIDNIGHT_MS);
	return today > now ? today : later(today, DAY_MS);
}

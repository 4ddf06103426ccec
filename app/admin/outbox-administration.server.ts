import { type AdminAccess, requireRoleNow } from "#app/accounts/access.server.ts";
import { MAY_CHANGE_ACCOUNTS } from "#app/accounts/admin-role.ts";
import { clock } from "#app/platform/clock.server.ts";
import { plural } from "#app/platform/count.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { hastenJobs } from "#app/platform/jobs/job.server.ts";
import type { Stream } from "#app/platform/mail/mail.ts";
import { enqueueSending, JOB_NAMES } from "#app/platform/mail/outbox.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { recordAct } from "./audit.server.ts";

const FAILED_SHOWN = 50;

const STREAMS: Stream[] = ["transactional", "broadcast"];

/** How the audit log names what is done here. */
const ACT = { action: "send_mail_again", targetType: "mail" } as const;
/** The target's id in the audit log where it is every mail. */
const ALL = "all";

const given = { sentAt: null, failedAt: { not: null } } as const;

/**
 * Returns the numbers of waiting and failed mails, and of those sent since midnight UTC, the mails
 * that failed last, and why mail waits.
 */
export async function readOutbox(_access: AdminAccess) {
	const midnight = new Date(clock.now());
	midnight.setUTCHours(0, 0, 0, 0);
	const [waiting, failed, sentToday, delays, mails] = await Promise.all([
		db.outboxMail.count({ where: { sentAt: null, failedAt: null } }),
		db.outboxMail.count({ where: given }),
		db.outboxMail.count({ where: { sentAt: { gte: midnight } } }),
		Promise.all(STREAMS.map(readDelay)),
		db.outboxMail.findMany({
			where: given,
			orderBy: { failedAt: "desc" },
			take: FAILED_SHOWN,
			select: {
				id: true,
				kind: true,
				recipient: true,
				subject: true,
				attempts: true,
				lastError: true,
				createdAt: true,
				failedAt: true,
			},
		}),
	]);
	return { waiting, failed, sentToday, mails, delays: delays.filter((delay) => delay !== null) };
}

/**
 * Returns why the newest mail of a stream that has been tried waits, and since when the oldest does;
 * null if there is none.
 */
async function readDelay(stream: Stream) {
	const tried = { sentAt: null, failedAt: null, stream, attempts: { gt: 0 } };
	const select = { lastError: true, createdAt: true } as const;
	const find = (id: "asc" | "desc") =>
		db.outboxMail.findFirst({ where: tried, orderBy: { id }, select });
	const [newest, oldest] = await Promise.all([find("desc"), find("asc")]);
	if (!newest?.lastError || !oldest) return null;
	return { stream, reason: newest.lastError, since: oldest.createdAt };
}

/**
 * Queues a failed mail again. A waiting or sent mail stays as it is. Throws Refusal when the role
 * does not allow it or the mail is unknown.
 */
export async function sendAgain(access: AdminAccess, id: string): Promise<void> {
	await transaction(async (tx) => {
		await requireRoleNow(tx, access, MAY_CHANGE_ACCOUNTS);
		const mail = await tx.outboxMail.findUnique({
			where: { id },
			select: { kind: true },
		});
		if (!mail) {
			throw new Refusal("This mail is not there any more: the outbox keeps 30 days.", {
				status: 404,
			});
		}
		// Without the recipient: the audit log is kept for good, and the outbox for 30 days.
		await revive(tx, access, { id }, () => `a mail (${mail.kind})`);
	});
}

/**
 * Queues every failed mail again, has those that wait for their next attempt tried at once, and
 * returns the number of both. Throws Refusal.
 */
export async function sendAllAgain(access: AdminAccess): Promise<number> {
	return transaction(async (tx) => {
		await requireRoleNow(tx, access, MAY_CHANGE_ACCOUNTS);
		const revived = await revive(tx, access, {}, (failed) => plural(failed, "failed mail"));
		let hastened = 0;
		for (const stream of STREAMS) hastened += hastenJobs(tx, JOB_NAMES[stream]);
		if (hastened > 0) {
			const summary = `Had ${plural(hastened, "waiting mail")} tried at once.`;
			await recordAct(tx, access, { ...ACT, targetId: ALL, summary });
		}
		return revived + hastened;
	});
}

async function revive(
	tx: Transaction,
	access: AdminAccess,
	which: { id?: string },
	describe: (count: number) => string,
): Promise<number> {
	const mails = await tx.outboxMail.updateManyAndReturn({
		where: { ...which, ...given },
		data: { failedAt: null, attempts: 0 },
		select: { id: true, thread: true, stream: true },
	});
	if (mails.length === 0) return 0;
	for (const mail of mails) enqueueSending(tx, mail);
	const summary = `Sent ${describe(mails.length)} again.`;
	await recordAct(tx, access, { ...ACT, targetId: which.id ?? ALL, summary });
	return mails.length;
}

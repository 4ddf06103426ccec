import { keepAlias } from "#app/addresses/alias.server.ts";
import { endRequestsOf, eraseProofsOf } from "#app/deletion-requests/requests/erasure.server.ts";
import { eraseNoticeMails } from "#app/documents/notices/notice.sql.ts";
import { clock } from "#app/platform/clock.server.ts";
import { breathe } from "#app/platform/db/breathe.server.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import type { JobKind } from "#app/platform/jobs/job.server.ts";
import { supportNoticeKey } from "#app/support/support-submission.server.ts";
import { eraseChildren, eraseNumbered, someSubmissionsOf } from "./account-erasure.sql.ts";

/** The most rows that one transaction erases, so that it blocks other writers only briefly. */
const SUBMISSIONS_AT_ONCE = 100;
const MESSAGES_AT_ONCE = 500;
const DOCUMENTS_AT_ONCE = 20;
const VERSIONS_AT_ONCE = 50;
const FORMS_AT_ONCE = 100;
const APPS_AT_ONCE = 50;
const SUBSCRIBERS_AT_ONCE = 500;
const NOTICE_MAILS_AT_ONCE = 500;
/** Few, so that a process that shuts down waits only briefly. */
const BATCHES_A_RUN = 5;

/** From the leaves to the root. Each returns how many rows it erased, 0 when none is left. */
const STEPS = [
	// First, because the people who asked are told while their addresses are there.
	endRequestsOf,
	eraseSubmissions,
	eraseDrafts,
	eraseDocuments,
	eraseForms,
	eraseApps,
	eraseSupportSubmissions,
	eraseProofsOf,
	eraseUser,
];

/**
 * Erases a closed account's rows in at most `batches` transactions. Returns how many it took;
 * fewer than `batches` means that nothing is left.
 */
export async function eraseAccount(
	userId: string,
	batches = Number.POSITIVE_INFINITY,
): Promise<number> {
	let taken = 0;
	while (taken < batches && (await eraseBatch(userId))) {
		taken += 1;
		await breathe();
	}
	return taken;
}

/** The job that erases what is left of a closed account. */
export const eraseAccountJob: JobKind = {
	name: "erase-account",
	async run({ key }) {
		const isLeft = (await eraseAccount(key, BATCHES_A_RUN)) === BATCHES_A_RUN;
		return { next: isLeft ? clock.now() : "done" };
	},
};

/** Runs the first step that has rows to erase. Returns false when nothing is left. */
async function eraseBatch(userId: string): Promise<boolean> {
	return transaction(async (tx) => {
		const where = { id: userId, deletedAt: { not: null } };
		if (!(await tx.user.findUnique({ where, select: { id: true } }))) return false;
		for (const step of STEPS) if ((await step(tx, userId)) > 0) return true;
		return false;
	});
}

async function eraseSubmissions(tx: Transaction, userId: string): Promise<number> {
	const submissions = await someSubmissionsOf(tx, userId, SUBMISSIONS_AT_ONCE);
	if (submissions.length === 0) return 0;
	const ids = submissions.map(({ id }) => id);
	const messages = await eraseChildren(tx, "Message", {
		parentIds: ids,
		limit: MESSAGES_AT_ONCE,
	});
	if (messages === MESSAGES_AT_ONCE) return messages;
	await tx.outboxMail.deleteMany({ where: { thread: { in: ids } } });
	const numbers = submissions.map(({ number }) => number);
	return eraseNumbered(tx, userId, numbers);
}

async function eraseDocuments(tx: Transaction, userId: string): Promise<number> {
	const documents = await tx.document.findMany({
		where: { app: { userId } },
		take: DOCUMENTS_AT_ONCE,
		select: { id: true },
	});
	if (documents.length === 0) return 0;
	const ids = documents.map(({ id }) => id);
	const versions = await eraseChildren(tx, "DocumentVersion", {
		parentIds: ids,
		limit: VERSIONS_AT_ONCE,
	});
	if (versions === VERSIONS_AT_ONCE) return versions;
	const mails = await eraseNoticeMails(tx, ids, NOTICE_MAILS_AT_ONCE);
	if (mails === NOTICE_MAILS_AT_ONCE) return mails;
	const { count } = await tx.document.deleteMany({ where: { id: { in: ids }, app: { userId } } });
	return count;
}

async function eraseDrafts(tx: Transaction, userId: string): Promise<number> {
	const app = await tx.app.findFirst({
		where: { userId, drafts: { some: {} } },
		select: { id: true },
	});
	if (!app) return 0;
	const { count } = await tx.documentDraft.deleteMany({
		where: { appId: app.id },
		limit: VERSIONS_AT_ONCE,
	});
	return count;
}

async function eraseForms(tx: Transaction, userId: string): Promise<number> {
	const { count } = await tx.form.deleteMany({ where: { userId }, limit: FORMS_AT_ONCE });
	return count;
}

/**
 * Erases apps with those who were told of their changes. Each keeps an alias, so that the older
 * shapes of its addresses return 410.
 */
async function eraseApps(tx: Transaction, userId: string): Promise<number> {
	const apps = await tx.app.findMany({
		where: { userId },
		take: APPS_AT_ONCE,
		select: { id: true, slug: true, deletedAt: true },
	});
	const ids = apps.map(({ id }) => id);
	if (ids.length === 0) return 0;
	const limit = SUBSCRIBERS_AT_ONCE;
	const subscribers = await eraseChildren(tx, "Subscriber", { parentIds: ids, limit });
	if (subscribers === limit) return subscribers;
	for (const app of apps) {
		// An app in the trash has its alias already.
		if (!app.deletedAt) await keepAlias(tx, "app", userId, app);
	}
	const { count } = await tx.app.deleteMany({ where: { id: { in: ids }, userId } });
	return count;
}

/** Erases the user's messages to support, with the mails that they caused. */
async function eraseSupportSubmissions(tx: Transaction, userId: string): Promise<number> {
	const submissions = await tx.supportSubmission.findMany({
		where: { userId },
		take: SUBMISSIONS_AT_ONCE,
		select: { id: true },
	});
	if (submissions.length === 0) return 0;
	const ids = submissions.map(({ id }) => id);
	const notices = ids.map(supportNoticeKey);
	await tx.outboxMail.deleteMany({
		where: { OR: [{ thread: { in: ids } }, { dedupeKey: { in: notices } }] },
	});
	const { count } = await tx.supportSubmission.deleteMany({ where: { id: { in: ids }, userId } });
	return count;
}

/** Erases the user; the rest, such as saved replies, is deleted by cascade. */
async function eraseUser(tx: Transaction, userId: string): Promise<number> {
	const { count } = await tx.user.deleteMany({ where: { id: userId, deletedAt: { not: null } } });
	return count;
}

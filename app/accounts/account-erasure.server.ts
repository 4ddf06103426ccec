import { keepAlias } from "#app/addresses/alias.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { breathe } from "#app/platform/db/breathe.server.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import type { JobKind } from "#app/platform/jobs/job.server.ts";
import { supportNoticeKey } from "#app/support/support-submission.server.ts";
import { eraseChildren, eraseNumbered, someSubmissionsOf } from "./account-erasure.sql.ts";

/** What one transaction erases at most, so that it holds the writer for a moment only. */
const SUBMISSIONS_AT_ONCE = 100;
const MESSAGES_AT_ONCE = 500;
const DOCUMENTS_AT_ONCE = 20;
const VERSIONS_AT_ONCE = 50;
const FORMS_AT_ONCE = 100;
const APPS_AT_ONCE = 50;
/** Few, so that a process that stops waits for a moment only. */
const BATCHES_A_RUN = 5;

/** From the leaves to the root; each answers how many rows it erased, and 0 when none is left. */
const STEPS = [
	eraseSubmissions,
	eraseDocuments,
	eraseForms,
	eraseApps,
	eraseSupportSubmissions,
	eraseUser,
];

/**
 * Erases a closed account's rows, in at most `batches` transactions. Answers how many it took;
 * fewer mean that nothing is left.
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

/** Goes on with what is left of a closed account. */
export const eraseAccountJob: JobKind = {
	name: "erase-account",
	async run({ key }) {
		const isLeft = (await eraseAccount(key, BATCHES_A_RUN)) === BATCHES_A_RUN;
		return { next: isLeft ? clock.now() : "done" };
	},
};

/** One transaction's worth of the first step that has something to do. */
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
	const { count } = await tx.document.deleteMany({ where: { id: { in: ids }, app: { userId } } });
	return count;
}

async function eraseForms(tx: Transaction, userId: string): Promise<number> {
	const forms = await tx.form.findMany({
		where: { userId },
		take: FORMS_AT_ONCE,
		select: { id: true },
	});
	const { count } = await tx.form.deleteMany({
		where: { id: { in: forms.map(({ id }) => id) }, userId },
	});
	return count;
}

/** The ledger remembers that each app was there, so that the older addresses stay gone. */
async function eraseApps(tx: Transaction, userId: string): Promise<number> {
	const apps = await tx.app.findMany({
		where: { userId },
		take: APPS_AT_ONCE,
		select: { id: true, slug: true, deletedAt: true },
	});
	for (const { id, slug, deletedAt } of apps) {
		// An app in the trash is in the ledger already.
		if (!deletedAt) await keepAlias(tx, { kind: "app", scopeId: userId, slug, targetId: id });
	}
	const { count } = await tx.app.deleteMany({
		where: { id: { in: apps.map(({ id }) => id) }, userId },
	});
	return count;
}

/** What was written to the site's operators while signed in, with the mails that it caused. */
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

/** The rest, such as saved replies, goes with the user. */
async function eraseUser(tx: Transaction, userId: string): Promise<number> {
	const { count } = await tx.user.deleteMany({ where: { id: userId, deletedAt: { not: null } } });
	return count;
}

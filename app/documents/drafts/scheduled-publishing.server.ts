import type { AppAccess } from "#app/accounts/access.server.ts";
import { openAccount } from "#app/addresses/visibility.ts";
import { updateDocument } from "#app/documents/document.server.ts";
import { readFormat } from "#app/documents/document-rules.ts";
import { announcedFailed } from "#app/documents/emails/announced.ts";
import { readKind } from "#app/documents/kind.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { fits } from "#app/platform/db/condition.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import type { Job, JobKind, Outcome } from "#app/platform/jobs/job.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { ChangedMeanwhile } from "#app/platform/revision.ts";
import { DAY_MS, HOUR_MS, later } from "#app/platform/time.ts";
import { publishesAt } from "./announce-rules.ts";

/** Publishes an announced draft on its day. Its key is the draft's id. */
export const publishDraftJob: JobKind = {
	name: "publish-draft",
	farthestMs: 366 * DAY_MS,
	run: publishAnnounced,
};

type Announced = NonNullable<Awaited<ReturnType<typeof readAnnounced>>>;

function readAnnounced(id: string) {
	return db.documentDraft.findFirst({
		where: { id, announcedAt: { not: null }, failure: null },
		include: {
			app: { include: { user: true } },
			document: { select: { id: true, revision: true, deletedAt: true } },
		},
	});
}

/**
 * Publishes a draft as its editor would. The draft is removed in the transaction that publishes its
 * text, so that a run which is repeated after a crash finds nothing to do. The draft's own day decides
 * when it is due, and not the job, whose time may come from a clock that was wrong.
 */
async function publishAnnounced({ key }: Job): Promise<Outcome> {
	const draft = await readAnnounced(key);
	if (!draft?.document) return { next: "done" };
	const dueAt = publishesAt(draft.effectiveOn);
	const now = clock.now();
	if (dueAt > now) return { next: dueAt };
	const { app, document } = draft;
	// Publishes within the hour once all of them are back.
	const isPublic = !document.deletedAt && !app.deletedAt && fits(openAccount, app.user);
	if (!isPublic) return { next: later(now, HOUR_MS) };
	try {
		await updateDocument(accessOf(draft), document.id, {
			title: draft.title,
			content: draft.content,
			format: readFormat(draft.format),
			slug: draft.slug,
			kind: readKind(draft.kind),
			effective_on: draft.effectiveOn,
			note: draft.note,
			// Its announcement was told.
			is_small: true,
			revision: document.revision,
			draft: { id: draft.id, revision: draft.revision, isAnnounced: true },
		});
		return { next: "done" };
	} catch (error) {
		// Somebody saved the document or the draft just now: this one is read again.
		if (error instanceof ChangedMeanwhile) return { next: now };
		if (!(error instanceof Refusal)) throw error;
		if (passes(error)) return { next: "retry" };
		await transaction((tx) => fail(tx, draft, error.message));
		return { next: "done" };
	}
}

/** Whether a refusal is about the moment and not about the text. */
function passes(refusal: Refusal): boolean {
	return refusal.status === 503 || "retryAfterSeconds" in refusal;
}

/** The access of the draft's owner, whose wish this is. */
function accessOf({ app, savedBy }: Announced): AppAccess {
	const { id: userId, accountName } = app.user;
	return {
		userId,
		email: savedBy,
		accountName,
		adminRole: null,
		sessionId: "",
		appId: app.id,
		app: { name: app.name, slug: app.slug },
	};
}

/** Keeps why a draft could not be published, and tells its owner, once for each save of it. */
async function fail(tx: Transaction, draft: Announced, failure: string): Promise<void> {
	const { id, revision, title, effectiveOn, app } = draft;
	const where = { id, revision, announcedAt: { not: null } };
	const { count } = await tx.documentDraft.updateMany({ where, data: { failure } });
	if (count === 0) return;
	const url = env.appUrl + paths.document.draft({ appId: app.id, draftId: id });
	await enqueueMail(tx, {
		dedupeKey: `announced-failed ${id} ${revision}`,
		kind: "announced-failed",
		to: app.user.email,
		email: announcedFailed({ title, appName: app.name, effectiveOn, failure, url }),
	});
}

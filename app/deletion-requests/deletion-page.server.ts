import type { AppAccess } from "#app/accounts/access.server.ts";
import { DELETION_SLUG } from "#app/addresses/reserved.ts";
import { isSlugTaken } from "#app/addresses/taken.sql.ts";
import { requireActiveApp } from "#app/apps/app.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { changedElsewhere, requireRevision } from "#app/platform/revision.ts";
import { DELETION_TITLE, deletionFields } from "./deletion-form.ts";
import type { DeletionPageSave } from "./schema.ts";

type Texts = Omit<DeletionPageSave, "revision">;

/** An app's deletion page as its owner sees it. */
export type OwnDeletionPage = NonNullable<Awaited<ReturnType<typeof findDeletionPage>>>;

/** Returns the deletion page of the owner's app, open or closed; null before its first save. */
export async function findDeletionPage({ appId, userId }: Pick<AppAccess, "appId" | "userId">) {
	const page = await db.deletionPage.findFirst({ where: ownPage({ appId, userId }) });
	return page && { ...page, isOpen: page.closedAt === null };
}

/** Returns what an owner is told of a page: "new" before its first save. */
export function stateOf(page: { isOpen: boolean } | null): "new" | "open" | "closed" {
	if (!page) return "new";
	return page.isOpen ? "open" : "closed";
}

/**
 * Saves the texts of an app's deletion page over revision `revision`, on every plan. The first save
 * opens the page; a later one leaves it open or closed. Saving equal texts changes nothing. Returns
 * the stored revision. Throws ChangedMeanwhile when another save came first, and Refusal while a
 * document has the page's address.
 */
export async function saveDeletionPage(
	access: AppAccess,
	{ revision, ...texts }: DeletionPageSave,
): Promise<number> {
	return transaction(async (tx) => {
		await requireActiveApp(tx, access);
		const stored = await tx.deletionPage.findFirst({ where: ownPage(access) });
		if (stored && isSame(stored, texts)) return stored.revision;
		if (!stored) return createPage(tx, access, texts);
		requireRevision(stored, revision, changedElsewhere("page"));
		const saved = { revision: revision + 1, updatedAt: clock.now() };
		await tx.deletionPage.update({ where: ownPage(access), data: { ...texts, ...saved } });
		await tx.form.update({
			where: { id: stored.formId, kind: "deletion", userId: access.userId },
			data: { ...formColumns(texts), ...saved },
		});
		return saved.revision;
	});
}

/** Closes an app's deletion page: it takes no more requests. Returns false if there is none. */
export function closeDeletionPage(access: AppAccess): Promise<boolean> {
	return setClosed(access, clock.now());
}

/** Opens a closed deletion page again. Returns false if the app never had one. */
export function reopenDeletionPage(access: AppAccess): Promise<boolean> {
	return setClosed(access, null);
}

/** The form closes and opens with its page, for whoever asks about the form alone. */
async function setClosed(access: AppAccess, closedAt: Date | null): Promise<boolean> {
	return transaction(async (tx) => {
		await requireActiveApp(tx, access);
		const page = await tx.deletionPage.findFirst({ where: ownPage(access) });
		if (!page) return false;
		if ((page.closedAt === null) === (closedAt === null)) return true;
		const data = { closedAt, updatedAt: clock.now() };
		await tx.deletionPage.update({ where: ownPage(access), data });
		await tx.form.update({
			where: { id: page.formId, kind: "deletion", userId: access.userId },
			data,
		});
		return true;
	});
}

async function createPage(tx: Transaction, access: AppAccess, texts: Texts): Promise<number> {
	const { appId, userId } = access;
	// A document that had this address before the word was reserved keeps it.
	if (isSlugTaken(tx, "Document", { appId, slug: DELETION_SLUG })) {
		throw new Refusal(
			`One of the app's documents has the address “${DELETION_SLUG}”. Please give that document another address first.`,
			{ status: 409 },
		);
	}
	const now = clock.now();
	const made = { revision: 1, createdAt: now, updatedAt: now };
	const form = await tx.form.create({
		data: {
			kind: "deletion",
			appId,
			userId,
			title: DELETION_TITLE,
			// No slug and no title of another form has such a text.
			titleKey: `~deletion:${appId}`,
			slug: "~deletion",
			requestId: `~deletion:${appId}`,
			description: "",
			...formColumns(texts),
			...made,
		},
		select: { id: true },
	});
	await tx.deletionPage.create({ data: { appId, formId: form.id, ...texts, ...made } });
	return made.revision;
}

function formColumns(texts: Texts) {
	return { fields: JSON.stringify(deletionFields(texts)) };
}

function isSame(stored: Texts, texts: Texts): boolean {
	return (Object.keys(texts) as (keyof Texts)[]).every((name) => stored[name] === texts[name]);
}

function ownPage({ appId, userId }: Pick<AppAccess, "appId" | "userId">) {
	return { appId, app: { userId, deletedAt: null } };
}

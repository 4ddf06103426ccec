import type { AppAccess } from "#app/accounts/access.server.ts";
import type { Transaction } from "#app/platform/db/db.server.ts";
import { enforceLimit, type RefusingLimit } from "#app/platform/limits/limits.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { HOUR_MS } from "#app/platform/time.ts";
import { storedBytes } from "./stored-bytes.sql.ts";

/** How often an account saves its documents (product.md, rule 26). */
const SAVES: RefusingLimit = {
	name: "document save",
	most: 60,
	windowMs: HOUR_MS,
	sentence: (wait) => `You have saved 60 times within the hour. You can save this in ${wait}.`,
};
/** How often an account publishes a new document, which leaves its address for ever. */
const NEW_DOCUMENTS: RefusingLimit = {
	name: "new document",
	most: 600,
	windowMs: HOUR_MS,
	sentence: (wait) =>
		`You have published 600 documents within the hour. You can publish this in ${wait}.`,
};
/** More often than somebody pauses while typing, which is when the editor's script saves a draft. */
const DRAFT_SAVES: RefusingLimit = {
	name: "draft save",
	most: 1_200,
	windowMs: HOUR_MS,
	sentence: (wait) =>
		`You have saved drafts 1,200 times within the hour. You can save this in ${wait}.`,
};
export const DOCUMENTS_AN_APP = 200;
export const DRAFTS_AN_APP = 200;
const MB = 1_000_000;
/** What all texts of an account take, with their pages, drafts and versions; none is ever thinned. */
const TEXT_BYTES = 200 * MB;

/** Throws Refusal (429) when the app has as many documents as it can hold. */
export async function requireRoomInApp(tx: Transaction, { appId }: AppAccess): Promise<void> {
	if ((await tx.document.count({ where: { appId, deletedAt: null } })) < DOCUMENTS_AN_APP) return;
	throw new Refusal(
		`An app holds ${DOCUMENTS_AN_APP} documents, and this one is full. Please delete one first, or use another app.`,
		{ status: 429 },
	);
}

/** Throws Refusal (429) when the app has as many drafts as it can hold. */
export async function requireRoomForDraft(tx: Transaction, { appId }: AppAccess): Promise<void> {
	if ((await tx.documentDraft.count({ where: { appId } })) < DRAFTS_AN_APP) return;
	throw new Refusal(
		`An app holds ${DRAFTS_AN_APP} drafts, and this one is full. Please publish or discard one first.`,
		{ status: 429 },
	);
}

/** Throws Refusal (429) when a text and its page don't fit into what an account can store. */
export function requireRoomForText(
	tx: Transaction,
	{ userId }: AppAccess,
	{ content, html }: { content: string; html: string },
): void {
	const bytes = Buffer.byteLength(content) + Buffer.byteLength(html);
	if (storedBytes(tx, userId) + bytes <= TEXT_BYTES) return;
	throw new Refusal(
		"Your account holds 200 MB of texts and versions, and this one doesn't fit. Please write to support.",
		{ status: 429 },
	);
}

/** Counts a new document of the account. Throws TooMany. */
export function countNewDocument(tx: Transaction, { userId }: AppAccess): void {
	enforceLimit(tx, NEW_DOCUMENTS, userId);
}

/** Counts a save of the account. Throws TooMany. */
export function countSave(tx: Transaction, { userId }: AppAccess): void {
	enforceLimit(tx, SAVES, userId);
}

/** Counts a save of a draft by the account. Throws TooMany. */
export function countDraftSave(tx: Transaction, { userId }: AppAccess): void {
	enforceLimit(tx, DRAFT_SAVES, userId);
}

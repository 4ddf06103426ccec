import type { AppAccess } from "#app/accounts/access.server.ts";
import { type KitKind, pickFor } from "./choices.ts";
import { type Kit, readKit } from "./kit.server.ts";
import { STORE_LOCALES } from "./locales.ts";
import { type KitRow, kindsPerLocale, kitRows } from "./rows.ts";

/** Where a store has an address that is about to die, for the page that asks before. */
export type KitUses = {
	/** What it stands for, and what the stores say about that. */
	sentence: string;
	/** The stores' fields. */
	fields: string[];
};

const SENTENCES: Record<KitKind, string> = {
	privacy:
		"This address is in your store kit as Privacy Policy. Both stores require it for as long as the app can be had.",
	terms:
		"This address is in your store kit as Terms of Use. Apple requires it for as long as the app has subscriptions.",
	eula: "This text is in your store kit as License Agreement.",
	child_safety:
		"This address is in your store kit as Child Safety Standards. Google Play requires it of social and dating apps for as long as they can be had.",
};

const OF_APP =
	"Its addresses are in your store kit. Both stores require a privacy policy, and Apple a way to reach you, for as long as the app can be had.";

/** Returns which fields of the stores have an address of this document, or null if none has. */
export async function usesOfDocument(
	access: AppAccess,
	documentId: string,
): Promise<KitUses | null> {
	const kit = await readKitOf(access);
	const document = kit?.documents.find(({ id }) => id === documentId);
	if (!kit || !document) return null;
	const rows = kitRows(kit.facts).filter(
		(row) => hasAddress(row) && row.documentIds?.includes(documentId),
	);
	const fields = [...rows.map(placeOf), ...localesOf(kit, documentId)];
	return fields.length > 0 ? { sentence: SENTENCES[document.kind as KitKind], fields } : null;
}

/** Returns which fields of the stores have an address of this app, or null without an account name. */
export async function usesOfApp(access: AppAccess): Promise<KitUses | null> {
	const kit = await readKitOf(access);
	const fields = kit ? kitRows(kit.facts).filter(hasAddress).map(placeOf) : [];
	return fields.length > 0 ? { sentence: OF_APP, fields } : null;
}

async function readKitOf(access: AppAccess): Promise<Kit | null> {
	const { accountName } = access;
	return accountName === null ? null : readKit({ ...access, accountName });
}

/** Returns the languages of the App Store whose privacy policy or terms this document is. */
function localesOf({ documents, locales, choices, facts }: Kit, documentId: string): string[] {
	const isMain = Object.values(facts.documents).some(({ document }) => document?.id === documentId);
	if (isMain) return [];
	const kinds = kindsPerLocale(facts);
	return locales
		.filter((code) =>
			kinds.some((kind) => pickFor(documents, kind, code, choices).document?.id === documentId),
		)
		.map((code) => `App Store Connect › ${STORE_LOCALES[code]}`);
}

/** Whether a store has an address of ours in this row, or the text of a page of ours. */
function hasAddress({ value, textUrl, id, store }: KitRow): boolean {
	if (store === "in-your-app" || id === "play-email") return false;
	return value !== undefined || textUrl !== undefined;
}

function placeOf({ place, name }: KitRow): string {
	return [...place, name].join(" › ");
}

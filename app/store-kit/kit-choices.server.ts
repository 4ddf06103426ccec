import type { AppAccess } from "#app/accounts/access.server.ts";
import { kindOf } from "#app/documents/kind.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { type Choices, KIT_KINDS, readChoices } from "./choices.ts";
import { STORE_LOCALES } from "./locales.ts";

/** Saves for which of the App Store's localizations an app has values. Throws Refusal: unknown ones. */
export async function saveStoreLocales(access: AppAccess, codes: string[]): Promise<void> {
	const unknown = codes.find((code) => !Object.hasOwn(STORE_LOCALES, code));
	if (unknown !== undefined) {
		throw new Refusal("The App Store has no such language. Nothing was changed.");
	}
	const storeLocales = JSON.stringify([...new Set(codes)]);
	await transaction((tx) => tx.app.update({ where: ownApp(access), data: { storeLocales } }));
}

/**
 * Saves which documents stand in an app's store kit; other choices stay. Throws Refusal (409) if one
 * of them is gone or of another kind.
 */
export async function saveKitChoices(access: AppAccess, choices: Choices): Promise<void> {
	await transaction(async (tx) => {
		for (const [key, id] of Object.entries(choices)) await requireFits(tx, access, key, id);
		const { kitChoices } = await tx.app.findFirstOrThrow({
			where: ownApp(access),
			select: { kitChoices: true },
		});
		const data = { kitChoices: JSON.stringify({ ...readChoices(kitChoices), ...choices }) };
		await tx.app.update({ where: ownApp(access), data });
	});
}

async function requireFits(
	tx: Transaction,
	{ appId, userId }: AppAccess,
	key: string,
	id: string,
): Promise<void> {
	const [kind, locale, ...rest] = key.split(":");
	const isKey =
		KIT_KINDS.some((one) => one === kind) &&
		(locale === undefined || Object.hasOwn(STORE_LOCALES, locale)) &&
		rest.length === 0;
	const document =
		isKey &&
		(await tx.document.findFirst({
			where: { id, appId, deletedAt: null, app: { userId } },
			select: { kind: true, title: true },
		}));
	if (document && kindOf(document) === kind) return;
	throw new Refusal(
		"One of these documents is gone, or is of another kind now. Nothing was changed.",
		{ status: 409 },
	);
}

function ownApp({ appId, userId }: AppAccess) {
	return { id: appId, userId, deletedAt: null };
}

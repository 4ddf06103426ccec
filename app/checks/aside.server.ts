import type { AppAccess } from "#app/accounts/access.server.ts";
import { ownDocument } from "#app/documents/document.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { CHECK_IDS } from "./text/finding.ts";

/** More than anybody puts aside by hand. The oldest go first. */
const MOST_ASIDE = 500;

const KEY = new RegExp(`^(${CHECK_IDS.join("|")}):([0-9a-f]{64})$`);

/**
 * Puts a finding about the owner's document aside, or takes it back. Doing either twice is doing it
 * once. Returns false for an unknown document, or for what is no finding's key.
 */
export function setAside(
	access: AppAccess,
	documentId: string,
	{ key, isAside }: { key: string; isAside: boolean },
): Promise<boolean> {
	return transaction(async (tx) => {
		const where = ownDocument(access, documentId);
		const document = await tx.document.findFirst({ where, select: { ignoredChecks: true } });
		const [, id, sha256] = KEY.exec(key) ?? [];
		if (!document || !id || !sha256) return false;
		const stored = JSON.parse(document.ignoredChecks) as { id: string; sha256: string }[];
		const others = stored.filter((one) => one.id !== id || one.sha256 !== sha256);
		const kept = isAside ? [...others, { id, sha256 }].slice(-MOST_ASIDE) : others;
		await tx.document.update({ where, data: { ignoredChecks: JSON.stringify(kept) } });
		return true;
	});
}

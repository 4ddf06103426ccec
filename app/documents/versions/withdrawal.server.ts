import type { AppAccess } from "#app/accounts/access.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { fitsInt } from "#app/platform/db/page.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { ownDocument } from "../document.server.ts";

/**
 * Takes a version out of the public history, or puts it back (product.md, rule 55). Doing it twice
 * changes nothing. Returns whether there is such a version. Throws Refusal for the newest one, whose
 * text is the public page.
 */
export async function setWithdrawn(
	access: AppAccess,
	documentId: string,
	{ revision, isWithdrawn }: { revision: number; isWithdrawn: boolean },
): Promise<boolean> {
	if (!fitsInt(revision)) return false;
	const own = { documentId, document: ownDocument(access, documentId) };
	return transaction(async (tx) => {
		const version = await tx.documentVersion.findFirst({
			where: { ...own, revision },
			select: { id: true, withdrawnAt: true },
		});
		if (!version) return false;
		if ((version.withdrawnAt !== null) === isWithdrawn) return true;
		const newer = { ...own, revision: { gt: revision } };
		if (
			isWithdrawn &&
			!(await tx.documentVersion.findFirst({ where: newer, select: { id: true } }))
		) {
			throw new Refusal(
				"This version is the public text. Save another text first, or delete the document.",
				{ status: 409 },
			);
		}
		await tx.documentVersion.update({
			where: { id: version.id, ...own },
			data: { withdrawnAt: isWithdrawn ? clock.now() : null },
		});
		return true;
	});
}

/** Shows a document's earlier versions to everybody, for good (product.md, rule 54). */
export async function openHistory(access: AppAccess, documentId: string): Promise<void> {
	await transaction((tx) =>
		tx.document.updateMany({
			where: { ...ownDocument(access, documentId), historyOpenedAt: null },
			data: { historyOpenedAt: clock.now() },
		}),
	);
}

import type { AppAccess } from "#app/accounts/access.server.ts";
import type { DocumentText } from "#app/documents/document-page.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import type { Transaction } from "#app/platform/db/db.server.ts";
import { enqueueNotice } from "./notice.server.ts";

type NewVersion = DocumentText & {
	documentId: string;
	revision: number;
	effectiveOn: string;
	note?: string;
	/** A correction that nobody is told of by mail. */
	isSmall?: boolean;
};

/** Keeps a new version of a published text, and tells those who asked. */
export async function addVersion(
	tx: Transaction,
	access: AppAccess,
	{ isSmall = false, ...version }: NewVersion,
): Promise<void> {
	const { documentId, revision, title, effectiveOn, note = "" } = version;
	const before = await tx.documentVersion.findFirst({
		where: { documentId },
		orderBy: { revision: "desc" },
		select: { revision: true },
	});
	await tx.documentVersion.create({
		data: { ...version, savedBy: access.email, createdAt: clock.now() },
	});
	if (isSmall) return;
	await enqueueNotice(tx, access, {
		documentId,
		reason: "published",
		key: `${documentId}:${revision}`,
		facts: { title, effectiveOn, note, from: before?.revision, to: revision },
	});
}

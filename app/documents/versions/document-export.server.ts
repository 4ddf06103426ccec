import type { UserAccess } from "#app/accounts/access.server.ts";
import { untombstone } from "#app/addresses/alias.server.ts";
import { documentSlug } from "#app/documents/document-rules.ts";
import type { ZippedFile } from "#app/http/download.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { breathe } from "#app/platform/db/breathe.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { eachRow } from "#app/platform/db/each-row.server.ts";
import { safeFileName } from "#app/platform/file-name.ts";

/** Few, because a text may have 200 kB. */
const DOCUMENTS_AT_ONCE = 10;
const VERSIONS_AT_ONCE = 10;

type Named = { id: string; slug: string; deletedAt: Date | null };

/**
 * Returns where an app's folder has a document's present text. Deleted documents may share a slug, so
 * theirs carries a part of the id.
 */
export function documentFile({ id, slug, deletedAt }: Named): string {
	if (!deletedAt) return `documents/${safeFileName(slug)}.md`;
	return `deleted-documents/${safeFileName(`${untombstone(slug, id)}-${id.slice(-12)}`)}.md`;
}

type Place = { appId: string; folder: string };

/**
 * Yields the files of an app's documents, deleted ones too: the texts, each version of them, and the
 * drafts.
 */
export async function* exportDocuments(
	access: UserAccess,
	{ appId, folder }: Place,
): AsyncGenerator<ZippedFile> {
	const documents = eachRow(DOCUMENTS_AT_ONCE, (page) =>
		db.document.findMany({
			where: { appId, app: { userId: access.userId }, ...page.where },
			...page.range,
			select: { id: true, slug: true, content: true, updatedAt: true, deletedAt: true },
		}),
	);
	for await (const { content, updatedAt, ...document } of documents) {
		const file = documentFile(document);
		yield { name: `${folder}/${file}`, lastModified: updatedAt, content };
		const versions = [folder, file.replace(/\.md$/, ""), "versions"].join("/");
		yield* exportVersions(access, { documentId: document.id, folder: versions });
	}
	yield* exportDrafts(access, { appId, folder });
}

/** Yields each draft as a file, and a list of them. Drafts may share a title, so each carries a part of its id. */
async function* exportDrafts(
	{ userId }: UserAccess,
	{ appId, folder }: Place,
): AsyncGenerator<ZippedFile> {
	const drafts = eachRow(DOCUMENTS_AT_ONCE, (page) =>
		db.documentDraft.findMany({
			where: { appId, app: { userId }, ...page.where },
			...page.range,
			include: { document: { select: { title: true } } },
		}),
	);
	const list: object[] = [];
	for await (const { id, title, content, updatedAt, ...draft } of drafts) {
		const file = `${safeFileName(`${documentSlug(title)}-${id.slice(-12)}`)}.md`;
		yield { name: [folder, "drafts", file].join("/"), lastModified: updatedAt, content };
		list.push({
			title,
			file,
			document: draft.document?.title ?? null,
			read_as: draft.format,
			kind: draft.kind,
			address: draft.slug || null,
			effective_on: draft.effectiveOn || null,
			note: draft.note,
			announced_at: draft.announcedAt,
			saved_at: updatedAt,
			saved_by: draft.savedBy,
		});
	}
	if (list.length > 0) yield listFile([folder, "drafts"].join("/"), "drafts.json", list);
}

/** Returns a file with a JSON list, one line for each. */
function listFile(folder: string, name: string, list: object[]): ZippedFile {
	const content = `[\n${list.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`;
	return { name: `${folder}/${name}`, lastModified: clock.now(), content };
}

/** Yields each version of a document as a file in `folder`, and a list of them. */
async function* exportVersions(
	access: UserAccess,
	{ documentId, folder }: { documentId: string; folder: string },
): AsyncGenerator<ZippedFile> {
	const list: object[] = [];
	for await (const version of eachVersion(access, documentId)) {
		const { revision, content, createdAt } = version;
		yield { name: `${folder}/${revision}.md`, lastModified: createdAt, content };
		list.push({
			version: revision,
			title: version.title,
			file: `${revision}.md`,
			read_as: version.format,
			saved_at: createdAt,
			saved_by: version.savedBy,
			effective_on: version.effectiveOn || null,
			note: version.note,
			withdrawn_at: version.withdrawnAt,
		});
	}
	yield listFile(folder, "versions.json", list);
}

async function* eachVersion({ userId }: UserAccess, documentId: string) {
	let after = 0;
	for (;;) {
		const versions = await db.documentVersion.findMany({
			where: { documentId, revision: { gt: after }, document: { app: { userId } } },
			orderBy: { revision: "asc" },
			take: VERSIONS_AT_ONCE,
		});
		yield* versions;
		after = versions.at(-1)?.revision ?? after;
		if (versions.length < VERSIONS_AT_ONCE) return;
		await breathe();
	}
}

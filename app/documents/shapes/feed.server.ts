import type { Hub } from "#app/apps/hub.server.ts";
import { shapeAddress } from "#app/http/shapes/shapes.ts";
import { paths } from "#app/paths.ts";
import { type AtomEntry, writeAtom } from "#app/platform/atom.ts";
import { env } from "#app/platform/env.server.ts";
import { escapeHtml } from "#app/platform/html.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { type FeedVersion, versionsOfApp, versionsOfDocument } from "./feed.sql.ts";
import type { PublicDocument } from "./found-document.server.ts";

/** Returns the feed of a document: its public versions, newest first. */
export function documentFeed({ id, url, title, app, updatedAt }: PublicDocument): string {
	const versions = versionsOfDocument(id);
	return writeAtom({
		id: tagOf(id),
		title: `${title} · ${app.name}`,
		author: app.name,
		url,
		selfUrl: shapeAddress(url, "atom"),
		updatedAt: versions[0]?.createdAt ?? updatedAt,
		entries: versions.map((version) => entryOf(version, url)),
	});
}

/** Returns the feed of an app: the public versions of its documents, newest first. */
export function appFeed({ id, name, homeUrl, createdAt }: Hub): string {
	const versions = versionsOfApp(id);
	return writeAtom({
		id: tagOf(id),
		title: `Legal documents of ${name}`,
		author: name,
		url: homeUrl,
		selfUrl: shapeAddress(homeUrl, "atom"),
		updatedAt: versions[0]?.createdAt ?? createdAt,
		entries: versions.map((version) => entryOf(version, `${homeUrl}/${version.slug}`)),
	});
}

/**
 * An entry has the owner's note, and links to the changes in place of the changes themselves, so
 * that a feed, which programs ask for all day, takes no rendering.
 */
function entryOf(version: FeedVersion, url: string): AtomEntry {
	const { documentId, revision, title, note, effectiveOn, earlier, isHistoryOpen } = version;
	const versionUrl = isHistoryOpen ? paths.ofDocument.version(url, revision) : url;
	const changes = earlier === null ? null : paths.ofDocument.changes(url, earlier, revision);
	const lines = [
		...(note ? [escapeHtml(note).replaceAll("\n", "<br>")] : []),
		...(effectiveOn ? [`Applies from ${formatLongDate(new Date(effectiveOn))}.`] : []),
		...(changes ? [linkTo(changes, `What changed since version ${earlier}`)] : []),
		linkTo(versionUrl, `Read version ${revision}`),
	];
	return {
		id: `${tagOf(documentId)}/${revision}`,
		title: `${title}, version ${revision}`,
		url: versionUrl,
		updatedAt: version.createdAt,
		summary: note,
		content: lines.map((line) => `<p>${line}</p>`).join(""),
	};
}

function linkTo(url: string, text: string): string {
	return `<a href="${escapeHtml(url)}">${text}</a>`;
}

/** A name that stays when addresses change (RFC 4151). */
function tagOf(id: string): string {
	return `tag:${new URL(env.appUrl).hostname},2026:${id}`;
}

import type { Hub } from "#app/apps/hub.server.ts";
import { shapeAddress } from "#app/http/shapes/shapes.ts";
import { paths } from "#app/paths.ts";
import { type AtomEntry, type AtomFeed, writeAtom } from "#app/platform/atom.ts";
import { env } from "#app/platform/env/env.server.ts";
import { escapeHtml } from "#app/platform/html.ts";
import { formatLongDate } from "#app/platform/time.ts";
import {
	announcedOfApp,
	announcedOfDocument,
	ENTRIES,
	type FeedAnnouncement,
	type FeedVersion,
	versionsOfApp,
	versionsOfDocument,
} from "./feed.sql.ts";
import type { PublicDocument } from "./found-document.server.ts";

/** Returns the feed of a document: what is announced, and its public versions, newest first. */
export function documentFeed({ id, url, title, app, updatedAt }: PublicDocument): string {
	return feedOf({
		id,
		title: `${title} · ${app.name}`,
		author: app.name,
		url,
		updatedAt,
		entries: [
			...announcedOfDocument(id).map((announced) => announcementOf(announced, url)),
			...versionsOfDocument(id).map((version) => entryOf(version, url)),
		],
	});
}

/** Returns the feed of an app: what its documents announce, and their public versions. */
export function appFeed({ id, name, homeUrl, createdAt }: Hub): string {
	const urlOf = ({ slug }: { slug: string }) => `${homeUrl}/${slug}`;
	return feedOf({
		id,
		title: `Legal documents of ${name}`,
		author: name,
		url: homeUrl,
		updatedAt: createdAt,
		entries: [
			...announcedOfApp(id).map((announced) => announcementOf(announced, urlOf(announced))),
			...versionsOfApp(id).map((version) => entryOf(version, urlOf(version))),
		],
	});
}

/** Writes a feed, newest first. It changed when its newest entry did. */
function feedOf({ id, url, updatedAt, entries, ...feed }: Omit<AtomFeed, "selfUrl">): string {
	const newest = entries
		.sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())
		.slice(0, ENTRIES);
	return writeAtom({
		...feed,
		id: tagOf(id),
		url,
		selfUrl: shapeAddress(url, "atom"),
		updatedAt: newest[0]?.updatedAt ?? updatedAt,
		entries: newest,
	});
}

/** Who reads the feed in place of mail is told before a text applies, too. */
function announcementOf(announced: FeedAnnouncement, url: string): AtomEntry {
	const { documentId, title, note, effectiveOn, updatedAt } = announced;
	const day = formatLongDate(new Date(effectiveOn));
	const nextUrl = paths.ofDocument.next(url);
	return {
		id: `${tagOf(documentId)}/${effectiveOn}`,
		title: `${title}, from ${day}`,
		url: nextUrl,
		updatedAt,
		summary: note,
		content: paragraphs(note, `A new version applies from ${day}.`, linkTo(nextUrl, "Read it")),
	};
}

/**
 * An entry has the owner's note, and links to the changes in place of the changes themselves, so
 * that a feed, which programs ask for all day, takes no rendering.
 */
function entryOf(version: FeedVersion, url: string): AtomEntry {
	const { documentId, revision, title, note, effectiveOn, earlier, isHistoryOpen } = version;
	const versionUrl = isHistoryOpen ? paths.ofDocument.version(url, revision) : url;
	const changes = earlier === null ? null : paths.ofDocument.changes(url, earlier, revision);
	const content = paragraphs(
		note,
		effectiveOn && `Applies from ${formatLongDate(new Date(effectiveOn))}.`,
		changes && linkTo(changes, `What changed since version ${earlier}`),
		linkTo(versionUrl, `Read version ${revision}`),
	);
	return {
		id: `${tagOf(documentId)}/${revision}`,
		title: `${title}, version ${revision}`,
		url: versionUrl,
		updatedAt: version.createdAt,
		summary: note,
		content,
	};
}

/** Returns HTML: the owner's note, if there is one, and then lines of HTML, empty ones left out. */
function paragraphs(note: string, ...lines: (string | null)[]): string {
	return [escapeHtml(note).replaceAll("\n", "<br>"), ...lines]
		.map((line) => (line ? `<p>${line}</p>` : ""))
		.join("");
}

function linkTo(url: string, text: string): string {
	return `<a href="${escapeHtml(url)}">${text}</a>`;
}

/** A name that stays when addresses change (RFC 4151). */
function tagOf(id: string): string {
	return `tag:${new URL(env.appUrl).hostname},2026:${id}`;
}

import { data } from "react-router";
import { publicUrl, resolveDocumentAs } from "#app/addresses/address.server.ts";
import { foundPage, PUBLIC_CACHE, requireCanonicalPath } from "#app/addresses/resolution.ts";
import { type ErrorContent, errorPage } from "#app/http/error-content.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { languageOfHtml } from "#app/platform/language.ts";
import { MarkdownBusyError, MarkdownTooSlowError } from "#app/platform/markdown/markdown.server.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { dayOf } from "../applies-from.ts";
import { readHistory, readVersionRow, type VersionRow } from "./history.sql.ts";
import { readNumber } from "./numbers.ts";
import { describePeriod } from "./period.ts";

type Place = {
	params: {
		accountSlug?: string;
		appName?: string;
		documentSlug?: string;
		/** Of a version's address. */
		revision?: string;
	};
	url: URL;
};

/** How many segments the address of a document has. */
const DOCUMENT_SEGMENTS = 3;

export type History = Awaited<ReturnType<typeof findHistory>>;

/** Public versions and comparisons are for readers, not for search engines: the present text is. */
export const HISTORY_HEADERS = { ...PUBLIC_CACHE, "X-Robots-Tag": "noindex" };

/**
 * Returns the document whose history an address below it asks for, with the addresses of both.
 * Throws redirects, 404 and 410 as foundPage() does, and 404 while the history is its owner's alone.
 */
export async function findHistory({ params, url }: Place) {
	requireCanonicalPath(url);
	const { accountSlug = "", appName = "", documentSlug = "" } = params;
	const resolved = await resolveDocumentAs(readHistory, accountSlug, appName, documentSlug);
	const below = url.pathname.split("/").slice(DOCUMENT_SEGMENTS + 1);
	const row = foundPage(resolved, { url, noun: "Document", below: `/${below.join("/")}` });
	const { id, title, slug, first, newest, beginning } = row;
	const path = paths.visitor.document(accountSlug, row.appSlug, slug);
	const history = {
		id,
		title,
		language: languageOfHtml(beginning),
		first,
		newest,
		app: { name: row.appName, path: paths.visitor.app(accountSlug, row.appSlug) },
		path,
		url: publicUrl(path),
		versionsPath: paths.ofDocument.versions(path),
		sincePath: paths.ofDocument.since(path),
		versionPath: (revision: number) => paths.ofDocument.version(path, revision),
		changesPath: (from: number, to: number) => paths.ofDocument.changes(path, from, to),
	};
	if (row.historyOpenedAt === null) {
		throw errorPage(404, {
			title: "Page Not Found",
			text: "The earlier versions of this document aren't public.",
			app: history.app,
			link: { to: path, label: "Read the document" },
		});
	}
	return history;
}

/** Returns a version of the history, or throws 404 if there is none, and 410 if it was withdrawn. */
export function findVersion(history: History, revision: number): VersionRow {
	const version = readVersionRow(history.id, revision);
	if (!version) throw versionNotFound(history, revision);
	if (version.withdrawnAt === null) return version;
	const day = formatLongDate(new Date(version.withdrawnAt));
	throw errorPage(410, {
		title: `Version ${revision} was withdrawn`,
		text: `This version was withdrawn by the publisher on ${day}.`,
		app: history.app,
		link: { to: history.versionsPath, label: "See all versions" },
		back: { to: history.path, label: "Read the present version" },
	});
}

/**
 * Returns the version at an address, and its document's history. Throws 404 for what can be no
 * version's number before anything is looked up, and else as findHistory() and findVersion() do.
 */
export async function findVersionAt(place: Place) {
	const revision = readNumber(place.params.revision);
	if (revision === null) throw noSuchVersion();
	const history = await findHistory(place);
	return { history, version: findVersion(history, revision) };
}

/** The page for numbers that no version has, before anything is looked up. */
export function noSuchVersion() {
	return errorPage(404, {
		title: "Version Not Found",
		text: "There is no such version. A version's number has one to nine digits.",
		link: { to: paths.home, label: "Go to the home page" },
	});
}

function versionNotFound({ app, versionsPath, path }: History, revision: number) {
	return errorPage(404, {
		title: "Version Not Found",
		text: `This document has no version ${revision}.`,
		app,
		link: { to: versionsPath, label: "See all versions" },
		back: { to: path, label: "Read the present version" },
	});
}

/** Throws a page that says so if a text can't be made right now. A browser may ask again soon. */
export async function orBusyPage<T>(text: Promise<T>): Promise<T> {
	try {
		return await text;
	} catch (error) {
		if (!(error instanceof MarkdownBusyError || error instanceof MarkdownTooSlowError)) throw error;
		const content: ErrorContent = {
			title: "Please try again",
			text: "The server is busy right now, and makes this page when somebody asks for it. Please try again in a moment.",
		};
		throw data(content, { status: 503, headers: { "Retry-After": "5" } });
	}
}

/** Returns from when until when a version applied, as one sentence. */
export function periodOf(version: VersionRow): string {
	return describePeriod(version, dayOf(clock.now()));
}

/**
 * Returns the headers of a version's page: its neighbours (RFC 5829), the text that it is an earlier
 * state of, and when it was that (RFC 7089).
 */
export function versionHeaders(history: History, version: VersionRow): Record<string, string> {
	const { previous, next, createdAt } = version;
	const links = [
		["latest-version", history.path],
		["original", history.path],
		["canonical", history.path],
		["version-history", history.versionsPath],
		...(previous === null ? [] : [["predecessor-version", history.versionPath(previous)]]),
		...(next === null ? [] : [["successor-version", history.versionPath(next)]]),
	];
	return {
		...HISTORY_HEADERS,
		Link: links.map(([rel, path = ""]) => `<${publicUrl(path)}>; rel="${rel}"`).join(", "),
		"Memento-Datetime": new Date(createdAt).toUTCString(),
	};
}

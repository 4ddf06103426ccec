import {
	type Comparison,
	compareInWorker,
	MarkdownTooSlowError,
	renderInWorker,
	VISITORS,
} from "#app/platform/markdown/markdown.server.ts";
import type { Heading } from "#app/ui/prose/contents.tsx";
import type { History } from "./found-history.ts";
import { readPresentPage, type VersionRow } from "./history.sql.ts";
import { sourceOf } from "./source.ts";

type Text = { html: string; headings: Heading[] };

/** What is being made for visitors right now. Whoever asks for the same waits for it, too. */
const underWay = new Map<string, Promise<unknown>>();

/** Returns a version's page. The newest one's is the document's. Throws as renderInWorker() does. */
export function renderVersion({ id, newest }: History, version: VersionRow): Promise<Text> {
	const { revision, content } = version;
	return once(`${id} ${revision}`, async () => {
		const page = revision === newest ? readPresentPage(id) : undefined;
		if (page) return { html: page.html, headings: JSON.parse(page.headings) as Heading[] };
		return renderInWorker(content, { account: VISITORS, ...sourceOf(version).options });
	});
}

/** Compares two versions for visitors, as compareForVisitors() does. */
export function compareVersions(
	{ id, newest, path }: History,
	[before, after]: [VersionRow, VersionRow],
): Promise<Comparison | null> {
	const sideOf = (version: VersionRow) => {
		const page = version.revision === newest ? readPresentPage(id) : undefined;
		return page ? { html: page.html } : sourceOf(version);
	};
	return compareForVisitors(`${id} ${before.revision}-${after.revision}`, {
		before: sideOf(before),
		after: sideOf(after),
		base: path,
	});
}

/**
 * Compares two texts for visitors; `key` is the same for the same texts. Returns null if that takes
 * longer than any honest text does. Throws MarkdownBusyError.
 */
export function compareForVisitors(
	key: string,
	texts: Parameters<typeof compareInWorker>[0],
): Promise<Comparison | null> {
	return once(key, async () => {
		try {
			return await compareInWorker(texts, VISITORS);
		} catch (error) {
			if (error instanceof MarkdownTooSlowError) return null;
			throw error;
		}
	});
}

async function once<T>(key: string, make: () => Promise<T>): Promise<T> {
	const making = (underWay.get(key) as Promise<T> | undefined) ?? make();
	underWay.set(key, making);
	try {
		return await making;
	} finally {
		underWay.delete(key);
	}
}

import { paths } from "#app/paths.ts";
import { fits } from "#app/platform/db/condition.ts";
import { db } from "#app/platform/db/db.server.ts";
import { publicUrl } from "./address.server.ts";
import { publicApp, publicDocument } from "./visibility.ts";

/** How many rows one sitemap covers. An app's row has up to two addresses. */
export const SITEMAP_SIZE = 10_000;

const BITE = 1_000;

/** An address that search engines may list, and when its page last changed. */
export type ListedAddress = { url: string; updatedAt: Date };

type Table = "app" | "document";

const appColumns = {
	id: true,
	slug: true,
	updatedAt: true,
	deletedAt: true,
	user: { select: { accountName: true, suspendedAt: true, deletedAt: true } },
} as const;

/**
 * Returns the ids after which a table's sitemaps begin, "" for the first. A sitemap covers
 * SITEMAP_SIZE rows, listed or not, so that the primary key alone finds where it begins.
 */
export async function sitemapStarts(table: Table): Promise<string[]> {
	const starts: string[] = [];
	for (let start: string | null = ""; start !== null; ) {
		if ((await idAfter(table, start, 1)) === null) break;
		starts.push(start);
		start = await idAfter(table, start, SITEMAP_SIZE);
	}
	return starts;
}

/** Yields the public documents of the sitemap that begins after an id, read in batches. */
export async function* listDocumentAddresses(after: string): AsyncGenerator<ListedAddress> {
	for await (const id of bites("document", after)) {
		// The condition is the key alone: with deletedAt, SQLite would walk every live document.
		const documents = await db.document.findMany({
			where: { id },
			orderBy: { id: "asc" },
			take: BITE,
			select: { slug: true, updatedAt: true, deletedAt: true, app: { select: appColumns } },
		});
		for (const { slug, updatedAt, deletedAt, app } of documents) {
			const account = app.user.accountName;
			if (account === null || !fits(publicDocument, { deletedAt, app })) continue;
			yield { url: publicUrl(paths.visitor.document(account, app.slug, slug)), updatedAt };
		}
	}
}

/**
 * Yields the public apps' own pages, and those for deletion, of the sitemap that begins after an id,
 * read in batches.
 */
export async function* listAppAddresses(after: string): AsyncGenerator<ListedAddress> {
	for await (const id of bites("app", after)) {
		const apps = await db.app.findMany({
			where: { id },
			orderBy: { id: "asc" },
			take: BITE,
			select: { ...appColumns, deletion: { select: { closedAt: true, updatedAt: true } } },
		});
		const changes = await db.document.groupBy({
			by: ["appId"],
			where: { appId: { in: apps.map((app) => app.id) } },
			_max: { updatedAt: true },
		});
		const changedAt = new Map(changes.map(({ appId, _max }) => [appId, _max.updatedAt]));
		for (const app of apps) {
			const account = app.user.accountName;
			if (account === null || !fits(publicApp, app)) continue;
			const inside = changedAt.get(app.id) ?? app.updatedAt;
			yield {
				url: publicUrl(paths.visitor.app(account, app.slug)),
				updatedAt: inside > app.updatedAt ? inside : app.updatedAt,
			};
			if (app.deletion?.closedAt !== null) continue;
			yield {
				url: publicUrl(paths.visitor.deletion(account, app.slug)),
				updatedAt: app.deletion.updatedAt,
			};
		}
	}
}

/** Yields the ranges of ids in which a sitemap is read along the primary key. */
async function* bites(table: Table, after: string) {
	let from = after;
	for (let read = 0; read < SITEMAP_SIZE; read += BITE) {
		const to = await idAfter(table, from, BITE);
		yield to === null ? { gt: from } : { gt: from, lte: to };
		if (to === null) return;
		from = to;
	}
}

/** Returns the id `distance` rows after an id, or null if there are fewer rows. */
async function idAfter(table: Table, after: string, distance: number): Promise<string | null> {
	const place = {
		where: { id: { gt: after } },
		orderBy: { id: "asc" },
		skip: distance - 1,
		take: 1,
		select: { id: true },
	} as const;
	const [row] = await (table === "app" ? db.app.findMany(place) : db.document.findMany(place));
	return row?.id ?? null;
}

import { paths } from "#app/paths.ts";
import { fits } from "#app/platform/db/condition.ts";
import { db } from "#app/platform/db/db.server.ts";
import { publicUrl } from "./address.server.ts";
import { publicApp, publicDocument } from "./visibility.ts";

/** How many addresses one sitemap holds at most. */
export const SITEMAP_SIZE = 10_000;

const BITE = 1_000;

/** An address that search engines may list, and when what is there changed last. */
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
 * Where each sitemap of a table begins: after "", and after the last id of the one before. A
 * sitemap covers as many rows, listed or not, so its place is found by the primary key alone.
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

/** The public documents of the sitemap that begins after an id, read in bites. */
export async function* listDocumentAddresses(after: string): AsyncGenerator<ListedAddress> {
	for await (const id of bites("document", after)) {
		// By the key alone: asked for deletedAt as well, SQLite would walk every row that is not.
		const documents = await db.document.findMany({
			where: { id },
			orderBy: { id: "asc" },
			select: { slug: true, updatedAt: true, deletedAt: true, app: { select: appColumns } },
		});
		for (const { slug, updatedAt, deletedAt, app } of documents) {
			const account = app.user.accountName;
			if (account === null || !fits(publicDocument, { deletedAt, app })) continue;
			yield { url: publicUrl(paths.visitor.document(account, app.slug, slug)), updatedAt };
		}
	}
}

/** The apps' own pages of the sitemap that begins after an id, read in bites. */
export async function* listAppAddresses(after: string): AsyncGenerator<ListedAddress> {
	for await (const id of bites("app", after)) {
		const apps = await db.app.findMany({
			where: { id },
			orderBy: { id: "asc" },
			select: appColumns,
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
		}
	}
}

/** The ranges of ids that a sitemap is read in: each a walk along the primary key. */
async function* bites(table: Table, after: string) {
	let from = after;
	for (let read = 0; read < SITEMAP_SIZE; read += BITE) {
		const to = await idAfter(table, from, BITE);
		yield to === null ? { gt: from } : { gt: from, lte: to };
		if (to === null) return;
		from = to;
	}
}

/** The id that stands `distance` rows after an id, or null where there are fewer. */
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

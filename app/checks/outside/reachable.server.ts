import type { AppAccess } from "#app/accounts/access.server.ts";
import { publicUrl } from "#app/addresses/address.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { fetchOutside } from "#app/platform/outside/fetch-outside.server.ts";
import { askEach, MOST_ASKED, type Outcome } from "./ask-each.server.ts";
import { verdictOnPage, verdictOnRobots } from "./reach-verdict.ts";

const PAGE_BYTES = 3_000_000;
const ROBOTS_BYTES = 500_000;
const ROBOTS_REDIRECTS = 3;

/** Whether this site can be reached from outside at all: in local mode, it is on this machine. */
export function hasPublicAddress(): boolean {
	return env.mode === "hosted";
}

/** Returns the addresses of an app's page and of its documents, the last updated first. */
export async function readPages(access: AppAccess): Promise<string[]> {
	const { accountName, app, appId, userId } = access;
	if (accountName === null) return [];
	const documents = await db.document.findMany({
		where: { appId, deletedAt: null, app: { userId } },
		orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
		// Besides the app's page and robots.txt.
		take: MOST_ASKED - 2,
		select: { slug: true },
	});
	const pages = documents.map(({ slug }) => paths.visitor.document(accountName, app.slug, slug));
	return [paths.visitor.app(accountName, app.slug), ...pages].map(publicUrl);
}

/**
 * Asks an app's pages by their public addresses, and robots.txt for the crawlers of the stores.
 * Null where there is no such address. `leaving` and refusals are as for askEach.
 */
export async function askPages(access: AppAccess, leaving: AbortSignal): Promise<Outcome[] | null> {
	if (!hasPublicAddress()) return null;
	const pages = await readPages(access);
	const robots = publicUrl(paths.robots);
	const ask: Parameters<typeof askEach>[2] = async (address, asking) => {
		if (address !== robots) {
			const options = { ...asking, maxRedirects: 0, maxBytes: PAGE_BYTES };
			return verdictOnPage(await fetchOutside(address, options));
		}
		const options = { ...asking, maxRedirects: ROBOTS_REDIRECTS, maxBytes: ROBOTS_BYTES };
		const asked = pages.map((page) => new URL(page).pathname);
		return verdictOnRobots(await fetchOutside(address, options), asked);
	};
	return askEach(access, [...pages, robots], ask, leaving);
}

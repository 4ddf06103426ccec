import type { AppAccess } from "#app/accounts/access.server.ts";
import { publicUrl } from "#app/addresses/address.server.ts";
import { DOCUMENTS_AN_APP } from "#app/documents/document-limit.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#app/platform/db/db.server.ts";
import { fetchOutside } from "#app/platform/outside/fetch-outside.server.ts";
import { askEach, MOST_ASKED, type Outcome } from "./ask-each.server.ts";
import { outsideLinks } from "./outside-links.ts";
import { verdictOnLink } from "./verdict.ts";

const MOST_REDIRECTS = 3;

/** Returns the titles of an app's documents, last updated first. */
export function listTitles({ appId, userId }: AppAccess) {
	return db.document.findMany({
		where: { appId, deletedAt: null, app: { userId } },
		orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
		take: DOCUMENTS_AN_APP,
		select: { id: true, title: true },
	});
}

/**
 * Returns a public document's title, how many addresses of other sites it links to, and those that
 * a press asks. Null if the document isn't there.
 */
export async function readLinks({ appId, userId }: AppAccess, documentId: string) {
	const document = await db.document.findFirst({
		where: { id: documentId, appId, deletedAt: null, app: { userId } },
		select: { title: true, html: true },
	});
	if (!document) return null;
	const links = outsideLinks(document.html, publicUrl(paths.home));
	return { title: document.title, count: links.length, links: links.slice(0, MOST_ASKED) };
}

/**
 * Asks each site that a document links to. Null if the document isn't there. `leaving` and refusals
 * are as for askEach.
 */
export async function askLinks(
	access: AppAccess,
	documentId: string,
	leaving: AbortSignal,
): Promise<Outcome[] | null> {
	const document = await readLinks(access, documentId);
	if (!document) return null;
	const ask: Parameters<typeof askEach>[2] = async (link, asking) => {
		const options = { ...asking, maxRedirects: MOST_REDIRECTS };
		const head = await fetchOutside(link, { ...options, method: "HEAD" });
		// Many sites refuse a HEAD, in many ways, and serve the page. A 429 asks for peace.
		const isRefused = typeof head !== "string" && head.status >= 400 && head.status !== 429;
		return verdictOnLink(link, isRefused ? await fetchOutside(link, options) : head);
	};
	return askEach(access, document.links, ask, leaving);
}

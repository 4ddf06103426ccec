import { withPlainIds } from "../../app/documents/plain-ids.ts";
import { renderSource } from "../../app/platform/markdown/render.ts";
import type { CorpusDocument } from "./documents.ts";
import { type Facts, factsOfHtml, factsOfSource, type Link } from "./facts.ts";

type Comparison = { source: Facts; page: Facts; faults: string[] };

/** Says what of a document's source isn't on its page, or isn't right there. */
export function compare(document: CorpusDocument, html = pageOf(document)): Comparison {
	const source = factsOfSource(document);
	const page = factsOfHtml(html, {
		countsItems: document.form === "txt",
	});
	const faults = [
		...wordFaults(source.words, page.words),
		...missing(source.headings, page.headings).map((heading) => `no heading: ${heading}`),
		...missing(source.tables, page.tables).map((table) => `no such table: ${table}`),
		...linkFaults(source.links, page.links, document.form === "html"),
		...targetFaults(source, page),
		...(page.code > source.code ? ["text is shown as code"] : []),
	];
	return { source, page, faults };
}

function pageOf({ source }: CorpusDocument): string {
	return withPlainIds(renderSource(source).html);
}

/** The words must be the same in the same order. Names the first place where they aren't. */
function wordFaults(given: string[], found: string[]): string[] {
	const at = given.findIndex((word, index) => word !== found[index]);
	if (at === -1 && given.length === found.length) return [];
	const place = at === -1 ? given.length : at;
	const near = (words: string[]) => words.slice(Math.max(0, place - 3), place + 5).join(" ");
	return [`not the same words: “${near(given)}” is “${near(found)}”`];
}

/** A page may have more links than its source where the source has bare addresses. */
function linkFaults(given: Link[], found: Link[], isExact: boolean): string[] {
	const hrefs = (links: Link[]) => links.map(({ href }) => href);
	const lost = missing(hrefs(given), hrefs(found)).map((href) => `no link: ${href}`);
	const added = missing(hrefs(found), hrefs(given)).filter(
		(href) => isExact || !found.some((link) => link.href === href && isBare(link)),
	);
	return [...lost, ...added.map((href) => `no such link in the source: ${href}`)];
}

function isBare({ href, text }: Link): boolean {
	const shown = text.trim().replace(/^mailto:/i, "");
	return [shown, `http://${shown}`, `mailto:${shown}`].some(
		(address) => URL.parse(address)?.href === href,
	);
}

/** What is linked within the page, or from outside by the same fragment, leads to the same words. */
function targetFaults(given: Facts, found: Facts): string[] {
	const inside = missing(
		given.targets.map(({ words }) => words),
		found.targets.map(({ words }) => words),
	).map((words) => `no link within the page leads to: ${words}`);
	const outside = given.targets
		.filter(({ fragment, words }) => found.ids.get(fragment) !== words)
		.map(({ fragment, words }) => `#${fragment} from outside doesn't lead to: ${words}`);
	const dead = found.dead.filter((id) => !given.dead.includes(id.replace("user-content-", "")));
	return [...inside, ...new Set(outside), ...dead.map((id) => `leads nowhere: #${id}`)];
}

/** Returns what is more often in the first list than in the second. */
function missing(given: string[], found: string[]): string[] {
	const left = new Map<string, number>();
	for (const one of found) left.set(one, (left.get(one) ?? 0) + 1);
	return given.filter((one) => {
		const count = left.get(one) ?? 0;
		left.set(one, count - 1);
		return count <= 0;
	});
}

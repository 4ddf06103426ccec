import { type Element, type Node, textOf } from "../elements.ts";
import { declared } from "./styles.ts";

/** A paragraph that Word shows as an item of a list. */
type WordItem = { level: number; marker: string; content: Node[] };

const COUNTED = /^(?:\d{1,3}|[a-z]|[ivxlc]{2,6})[.)]$/i;

/** Returns the items of a list of Word's that begins at a place, and where each one stands. */
export function wordItemsAt(nodes: Node[], start: number): { item: WordItem; index: number }[] {
	const items: { item: WordItem; index: number }[] = [];
	for (let index = start; index < nodes.length; index += 1) {
		const node = nodes[index] as Node;
		if (!("attribs" in node)) {
			if ("data" in node && node.type === "text" && node.data.trim() !== "") break;
			continue;
		}
		const item = wordItem(node);
		if (!item) break;
		items.push({ item, index });
	}
	return items;
}

/** Returns a paragraph as an item of a list, or null. */
function wordItem(element: Element): WordItem | null {
	const level = /level(\d)/.exec(declared(styleText(element), "mso-list") ?? "")?.[1];
	if (element.name !== "p" || level === undefined) return null;
	const markers: string[] = [];
	const content = withoutMarker(element.children, markers);
	const marker = markers.join("").replace(/[\s\u00A0]+/g, "");
	// A clause's number such as 2.1 or (a) can't be a list's: it stays in the text.
	if (marker === "" || !(COUNTED.test(marker) || isBullet(marker))) return null;
	return { level: Number(level), marker, content };
}

/** Writes items as nested lists. `write` returns the HTML of an item's text. */
export function wordLists(items: WordItem[], write: (content: Node[]) => string): string {
	let next = 0;
	const lists: string[] = [];
	while (next < items.length) lists.push(list((items[next] as WordItem).level));
	return lists.join("");

	function list(level: number): string {
		const first = items[next] as WordItem;
		const [open, close] = tagsOf(first.marker);
		let html = open;
		for (;;) {
			const item = items[next];
			if (!item || item.level < level || isBullet(item.marker) !== isBullet(first.marker)) break;
			next += 1;
			html += `<li>${write(item.content)}`;
			while (items[next] && (items[next] as WordItem).level > level) {
				html += list((items[next] as WordItem).level);
			}
			html += "</li>";
		}
		return html + close;
	}
}

function tagsOf(marker: string): [open: string, close: string] {
	if (isBullet(marker)) return ["<ul>", "</ul>"];
	const count = marker.slice(0, -1);
	if (/\d/.test(count)) return [count === "1" ? "<ol>" : `<ol start="${count}">`, "</ol>"];
	const type = /^[ivx]/i.test(count) && !/^[vx]$/i.test(count) ? "i" : "a";
	return [`<ol type="${count === count.toLowerCase() ? type : type.toUpperCase()}">`, "</ol>"];
}

function isBullet(marker: string): boolean {
	return /^[^\p{N}\p{Lu}\p{Ll}(]$|^o$/u.test(marker);
}

function withoutMarker(nodes: Node[], markers: string[]): Node[] {
	return nodes.flatMap((node): Node[] => {
		if (!("attribs" in node)) return [node];
		if (declared(styleText(node), "mso-list") === "ignore") {
			markers.push(textOf([node]));
			return [];
		}
		node.children = withoutMarker(node.children, markers) as typeof node.children;
		return [node];
	});
}

function styleText({ attribs }: Element): string {
	return (attribs.style ?? "").toLowerCase();
}

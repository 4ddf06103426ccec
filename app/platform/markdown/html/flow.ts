/**
 * The blocks of one container while they are written. Text gathers in a run, which becomes
 * paragraphs; targets of links without text wait for the next block.
 */
export type Flow = { blocks: string[]; run: string; targets: string; paragraph: string };

const BREAKS = /(?:\s*<br>\s*){2,}/;
const EDGES = /^(?:\s|<br>)+|(?:\s|<br>)+$/g;
const TEXT_TAG = /<(?:p|h[1-6]|li|t[dh]|d[td]|summary|caption|pre)(?: [^>]*)?>/;
const ID = / (?:id|name)="([^"]*)"/g;

/** `paragraph` is the opening tag of this container's paragraphs. */
export function newFlow(paragraph = "<p>"): Flow {
	return { blocks: [], run: "", targets: "", paragraph };
}

/** Ends the run: each part between two line breaks becomes a paragraph, an empty one nothing. */
export function endRun(flow: Flow): void {
	for (const part of flow.run.split(BREAKS)) {
		const text = part.replace(/[\s\u00A0]{2,}/g, " ").replace(EDGES, "");
		if (isVisible(text)) addBlock(flow, `${flow.paragraph}${text}</p>`);
		else addTargets(flow, text);
	}
	flow.run = "";
}

/** Adds a block. Targets that wait move into its first text. */
export function addBlock(flow: Flow, html: string): void {
	const { targets } = flow;
	flow.targets = "";
	if (targets === "") flow.blocks.push(html);
	else if (TEXT_TAG.test(html)) flow.blocks.push(html.replace(TEXT_TAG, (tag) => tag + targets));
	else flow.blocks.push(targets, html);
}

/** Keeps the ids and names in a piece of HTML, as targets of links. */
export function addTargets(flow: Flow, html: string): void {
	for (const [, id] of html.matchAll(ID)) flow.targets += `<a id="${id}"></a>`;
}

/** Returns a container's blocks. A single paragraph before lists needs no tags of its own. */
export function endFlow(flow: Flow, { isTight = false } = {}): string {
	endRun(flow);
	const { blocks } = flow;
	const paragraphs = blocks.filter((block) => block.startsWith("<p")).length;
	const [first = "", ...others] = blocks;
	if (isTight && paragraphs === 1 && /^<p[ >]/.test(first)) {
		return [first.replace(/^<p(?: [^>]*)?>|<\/p>$/g, ""), ...others].join("") + flow.targets;
	}
	return blocks.join("\n") + flow.targets;
}

export function isVisible(html: string): boolean {
	return (
		/<img /.test(html) ||
		/[^\s\p{Default_Ignorable_Code_Point}]/u.test(html.replace(/<[^>]*>/g, ""))
	);
}

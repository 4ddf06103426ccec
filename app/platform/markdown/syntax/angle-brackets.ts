import type { MarkdownIt, StateCore, StateInline, Token } from "markdown-it";

/** HTML's elements, those of earlier versions included, which a browser reads as tags. */
const ELEMENTS = new Set(
	`a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink
	blockquote body br button canvas caption center cite code col colgroup command data datalist dd
	del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame
	frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins isindex kbd keygen
	label legend li link listing main map mark marquee math menu menuitem meta meter multicol nav
	nobr noembed noframes noscript object ol optgroup option output p param picture plaintext portal
	pre progress q rb rp rt rtc ruby s samp script search section select selectedcontent slot small
	source spacer span strike strong style sub summary sup svg table tbody td template textarea tfoot
	th thead time title tr track tt u ul var video wbr xmp`.split(/\s+/),
);

const WORDS = /<([a-z][a-z0-9]*)(?:[ \t]+[a-z][\w.-]*)*[ \t]*>/iy;
const CLOSING = /<\/([a-z][a-z0-9]*)/gi;

type Closed = Set<string>;

/** Returns the names of the elements that a text closes, in lower case. */
export function closedElements(source: string): Closed {
	return new Set([...source.matchAll(CLOSING)].map(([, name = ""]) => name.toLowerCase()));
}

/**
 * Has Markdown show words in angle brackets, such as "<Company Name>" or "<john at example dot com>",
 * which it would take for a tag that no browser shows. A tag of an unknown element is one if the
 * text closes it, or if it has a value. The parser's `env` has the `closedElements` of the text.
 */
export function showAngleBrackets(md: MarkdownIt): void {
	md.inline.ruler.before("html_inline", "angle_brackets", readWords);
	md.core.ruler.after("block", "angle_bracket_lines", readLines);
}

function readWords(state: StateInline, silent: boolean): boolean {
	const words = wordsAt(state.src, state.pos, state.env);
	if (words === "") return false;
	if (!silent) state.pending += words;
	state.pos += words.length;
	return true;
}

/** Makes a paragraph of a block of HTML that begins with such words. */
function readLines(state: StateCore): void {
	state.tokens = state.tokens.flatMap((token, index, tokens) => {
		const isText =
			token.type === "html_block" && wordsAt(token.content.trimStart(), 0, state.env) !== "";
		if (!isText) return [token];
		const isItem =
			tokens[index - 1]?.type === "list_item_open" && tokens[index + 1]?.type === "list_item_close";
		return paragraphOf(token, state, isItem);
	});
}

function paragraphOf({ content, level, map }: Token, state: StateCore, hidden: boolean): Token[] {
	const open = new state.Token("paragraph_open", "p", 1);
	const inline = new state.Token("inline", "", 0);
	const close = new state.Token("paragraph_close", "p", -1);
	for (const token of [open, inline, close]) Object.assign(token, { level, map, block: true });
	for (const token of [open, close]) token.hidden = hidden;
	Object.assign(inline, { level: level + 1, content: content.trim(), children: [] });
	return [open, inline, close];
}

/** Returns the words in angle brackets that begin at a place, or "" where there are none. */
function wordsAt(source: string, index: number, env: unknown): string {
	const { closed } = env as { closed: Closed };
	WORDS.lastIndex = index;
	const [words = "", name = ""] = WORDS.exec(source) ?? [];
	const element = name.toLowerCase();
	return ELEMENTS.has(element) || closed.has(element) ? "" : words;
}

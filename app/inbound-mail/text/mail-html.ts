import { Parser } from "htmlparser2";

type Attributes = Record<string, string>;

/** More text than this is kept by nobody. */
const TEXT_MAX = 200_000;
/** HTML is read in parts, so that reading ends once there is enough text. */
const PART = 64 * 1024;
/** The parser's time grows with the square of how deep elements are in others. */
const DEPTH_MAX = 2_000;
/** Deeper quotations get no further marks. */
const MARKS_MAX = 5;

const HIDDEN = /^(?:head|title|style|script|template|noscript|object|svg|math|select|textarea)$/;
const HIDING = /display:\s*none|mso-hide:\s*all/i;
const BLOCK =
	/^(?:address|article|aside|blockquote|body|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|html|li|main|nav|ol|p|pre|section|summary|table|tbody|tfoot|thead|tr|ul)$/;
/** Blocks with a blank line above and below. */
const APART = /^(?:p|h[1-6]|ul|ol|dl|blockquote|pre)$/;
/** Outlook writes each line as a paragraph, and blank ones with a space in them. */
const TIGHT_CLASS = /(?:^|\s)Mso(?:Normal|NoSpacing|PlainText|ListParagraph)/;
const TIGHT_STYLE = /margin(?:-bottom)?:\s*0(?:px|pt|cm|in|em)?\s*(?:;|!|$)/i;
/** How programs write a rule in plain text. */
const RULE = "_".repeat(32);

/**
 * Returns what a mail in HTML says, as plain text without anything hidden. The lines of quotations
 * start with "> ", as mail programs mark them.
 */
export function textOfMailHtml(html: string): string {
	const lines = new Lines();
	const open: { isBlock: boolean; isApart: boolean }[] = [];
	const lists: (number | null)[] = [];
	let link: { href: string; text: string } | null = null;
	let preformatted = 0;
	/** How many elements are open in one that is hidden, itself included. */
	let hidden = 0;

	function opened(name: string, attributes: Attributes): void {
		const isBlock = BLOCK.test(name);
		const isApart = APART.test(name) && !isTight(attributes) && !(name !== "p" && lists.length > 0);
		if (hidden > 0 || isHidden(name, attributes)) hidden += 1;
		open.push({ isBlock, isApart });
		if (hidden > 0) return;
		if (name === "br") lines.end(true);
		if (name === "img") lines.add(attributes.alt ?? "");
		if (name === "td" || name === "th") lines.add(" ");
		if (name === "a") link = { href: attributes.href ?? "", text: "" };
		if (!isBlock) return;
		lines.end();
		if (isApart) lines.leaveBlank();
		if (name === "blockquote") lines.depth += 1;
		if (name === "pre") preformatted += 1;
		if (name === "ul" || name === "ol") lists.push(name === "ol" ? 1 : null);
		if (name === "li") lines.add(bulletOf(lists));
		if (name === "hr") lines.add(RULE);
	}

	function closed(name: string): void {
		const { isBlock, isApart } = open.pop() ?? { isBlock: false, isApart: false };
		if (hidden > 0) {
			hidden -= 1;
			return;
		}
		if (name === "a" && link) {
			if (isTelling(link)) lines.add(` <${link.href}>`);
			link = null;
		}
		if (!isBlock) return;
		lines.end();
		if (name === "ul" || name === "ol") lists.pop();
		if (name === "blockquote") lines.depth -= 1;
		if (name === "pre") preformatted -= 1;
		if (isApart) lines.leaveBlank();
	}

	function said(text: string): void {
		if (hidden > 0) return;
		if (link) link.text += text;
		if (preformatted > 0) lines.addLines(text);
		else lines.add(text.replace(/[ \t\r\n\f]+/g, " "));
	}

	const parser = new Parser({ onopentag: opened, onclosetag: closed, ontext: said });
	for (let at = 0; at < html.length; at += PART) {
		if (lines.length > TEXT_MAX || open.length > DEPTH_MAX) break;
		parser.write(html.slice(at, at + PART));
	}
	parser.end();
	return lines.toString();
}

/** A text that grows, line by line. */
class Lines {
	/** How many quotations the next line is in. */
	depth = 0;
	/** How many characters were added. */
	length = 0;
	readonly #lines: string[] = [];
	#line = "";
	#endsWithSpace = false;
	#isBlankDue = false;
	#depthAbove = 0;

	add(text: string): void {
		const isAtSpace = this.#line === "" || this.#endsWithSpace;
		const added = isAtSpace && text.startsWith(" ") ? text.slice(1) : text;
		if (added === "") return;
		this.#line += added;
		// Looking at the end of a text that grows would copy it each time.
		this.#endsWithSpace = added.endsWith(" ");
		this.length += added.length;
	}

	/** Adds text whose spaces and line breaks count. */
	addLines(text: string): void {
		const [first = "", ...others] = text.split(/\r\n?|\n/);
		this.#line += first;
		for (const line of others) {
			this.end(true);
			this.#line = line;
		}
		this.length += text.length;
	}

	/** Ends the line, if anything is in it. `isBroken` ends an empty one too. */
	end(isBroken = false): void {
		const isEmpty = this.#line === "";
		const line = this.#line.replaceAll("\u00A0", " ").trimEnd();
		this.#line = "";
		if (line !== "") this.#push(line);
		else if (isBroken || !isEmpty) this.leaveBlank();
	}

	/** Leaves a blank line above the next one. */
	leaveBlank(): void {
		this.#isBlankDue = this.#lines.length > 0;
	}

	#push(line: string): void {
		const depth = Math.min(this.depth, MARKS_MAX);
		if (this.#isBlankDue) {
			this.#lines.push("> ".repeat(Math.min(depth, this.#depthAbove)).trimEnd());
		}
		this.#lines.push("> ".repeat(depth) + line);
		this.#isBlankDue = false;
		this.#depthAbove = depth;
	}

	toString(): string {
		this.end();
		return this.#lines.join("\n").trim();
	}
}

function isHidden(name: string, { style = "", hidden }: Attributes): boolean {
	return HIDDEN.test(name) || hidden !== undefined || HIDING.test(style);
}

function isTight({ class: names = "", style = "" }: Attributes): boolean {
	return TIGHT_CLASS.test(names) || TIGHT_STYLE.test(style);
}

function bulletOf(lists: (number | null)[]): string {
	const number = lists.at(-1);
	if (typeof number !== "number") return "- ";
	lists[lists.length - 1] = number + 1;
	return `${number}. `;
}

/** Returns whether a link leads where its text does not say. */
function isTelling({ href, text }: { href: string; text: string }): boolean {
	if (!/^https?:\/\/[^\s<>]+$/i.test(href) || text.trim() === "") return false;
	return bare(href) !== bare(text.trim());
}

function bare(address: string): string {
	return address.replace(/^https?:\/\/(?:www\.)?|^www\.|\/$/gi, "");
}

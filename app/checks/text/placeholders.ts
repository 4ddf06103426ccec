import { findGaps } from "#app/documents/editing/gaps.ts";
import { type Flat, quoteAt } from "./blocks.ts";
import type { Finding } from "./finding.ts";

/** What templates leave to fill in, as people see it. Those in capitals are no words in small ones. */
const SHOWN = [
	/\{\{[^{}\n]{1,80}\}\}|\{%[^%\n]{1,80}%\}|%[A-Z][A-Z_]{3,40}%/gu,
	/<\s?(?:your|insert|enter|company|business|developer|app|application|website|contact|name|e-?mail|date|address)[\s_-][^<>=\n]{0,60}>/giu,
	/\b(?:INSERT|ENTER|ADD) (?:YOUR |THE )?[A-Z]{3,}|\binsert (?:your |the )?(?:company|business|app|website|name|date|e-?mail|address|here)\b/gu,
	/\bYOUR[ _-](?:COMPANY|APP|NAME|WEBSITE|E-?MAIL|BUSINESS|ADDRESS|COUNTRY)\b|\bYour (?:Company|App|Business|Website) Name\b/gu,
	/\b(?:TODO|TBD|FIXME|TBC)\b|(?<![\p{L}\p{N}])X{3,}(?![\p{L}\p{N}])/gu,
	/lorem ipsum/giu,
	/(?<![\p{L}\p{N}])(?:example|exemple|ejemplo|exemplo|esempio|beispiel|your-?(?:domain|website|site|company|app|email))\.(?:com|org|net|de|fr|es|it|br|jp|co\.jp)(?![\p{L}\p{N}])/giu,
	/(?<![\p{L}\p{N}.])(?:your[._-]?(?:e-?mail|name)|name|mustermann|max\.mustermann)@[a-z]|(?:your|tu|votre|ihre)@(?:e-?mail|correo)/giu,
	/_{4,}|\.{8,}/gu,
	/(?<!\p{L})(?:Musterfirma|Max Mustermann|Musterstraße|Musterstadt)(?!\p{L})/gu,
	/\((?:à compléter|bitte ausfüllen|por completar|a completar|da completare|preencher)\)/giu,
	/[〇○●◯]{2,}|［[^［］\n]{1,60}］|【[^【】\n]{0,40}(?:記入|入力|記載|会社名|氏名|アプリ名|日付|メールアドレス)[^【】\n]{0,20}】/gu,
];

const IN_BRACKETS = /\[[^[\]\n]{1,200}\]/g;

/** Of those in angle brackets, HTML and strict Markdown make tags, which the page leaves out. */
const HIDDEN = SHOWN[1] as RegExp;

/** Returns what a text leaves to fill in, each with its place. `source` is as its author wrote it. */
export function findPlaceholders(flat: Flat, source: string): Finding[] {
	const gaps = new Set(findGaps(source).map(({ text }) => text));
	const inBrackets = [...flat.text.matchAll(IN_BRACKETS)].filter(([shown]) => gaps.has(shown));
	const others = SHOWN.flatMap((pattern) => [...flat.text.matchAll(pattern)]);
	const marks = [
		...inBrackets.map(({ 0: mark, index }) => ({ index, mark, isGap: true })),
		...others.map(({ 0: mark, index }) => ({ index, mark, isGap: false })),
	].sort((one, other) => one.index - other.index);
	let end = 0;
	const found = marks.flatMap(({ index, mark, isGap }): Finding[] => {
		// "[YOUR NAME]" is one thing to fill in, and two patterns fit it.
		if (index < end) return [];
		end = index + mark.length;
		const at = { mark, ...quoteAt(flat, index) };
		return [{ id: "placeholder", state: "problem", ...at, ...(isGap && { isGap }) }];
	});
	return [...found, ...findHidden(flat, source)];
}

function findHidden({ text, headings }: Flat, source: string): Finding[] {
	const hidden = [...source.matchAll(HIDDEN)].filter(({ 0: shown }) => !text.includes(shown));
	return hidden.map(({ 0: quote, index }) => {
		const above = source.slice(0, index);
		const place = headings.findLast(({ text: words }) => above.includes(words));
		return { id: "placeholder", state: "problem", quote, ...(place?.id && { place }) };
	});
}

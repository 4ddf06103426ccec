import type { MarkdownIt, StateCore } from "markdown-it";

const MAX_AUTOLINK_LENGTH = 2_048;

/** Letters and marks of scripts that put no space between words, for patterns without the u flag. */
const UNSPACED = "[\\u0E00-\\u0E7F\\u3000-\\u30FF\\u3400-\\u9FFF\\uAC00-\\uD7AF\\uFF00-\\uFFEF]";

/** In an address, such letters may follow a slash; right after a Latin one, the text goes on. */
const TEXT_GOES_ON = new RegExp(`[A-Za-z0-9](?=${UNSPACED})`);

/** Spaces of no width, joiners and marks of direction, which pages put beside addresses. */
const INVISIBLE = "[\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060\\u2066-\\u2069\\uFEFF]";

/** A backslash, as Markdown has it before a mark, in a text and in an encoded address. */
const ESCAPE = /(?:\\|%5C)(?=[!-/:-@[-`{-~])/g;

type Linkify = MarkdownIt["linkify"];
type Schema = { validate: (text: string, position: number, self: Linkify) => number };

/**
 * Links bare addresses, also between letters of scripts without spaces, inside emphasis, and with
 * the backslashes that converters write before underscores.
 */
export function linkAddresses(md: MarkdownIt): void {
	const { linkify } = md;
	linkify.re.src_ZCc += `|${INVISIBLE}`;
	linkify.re.src_ZPCc += `|${INVISIBLE}`;
	linkify.set({ fuzzyLink: false, fuzzyEmail: true });
	for (const name of ["http:", "https:"]) linkify.add(name, { validate: webAddress });
	linkify.add("ftp:", null);
	linkify.add("//", null);
	linkify.add("www.", {
		validate(text, position, self) {
			const candidate = `//www.${text.slice(position, position + MAX_AUTOLINK_LENGTH)}`;
			const length = self.testSchemaAt(`http:${candidate}`, "http:", "http:".length);
			return length < MAX_AUTOLINK_LENGTH ? Math.max(0, length - "//www.".length) : 0;
		},
		normalize(match) {
			match.url = `http://${match.url}`;
		},
	});
	beginAnywhere(linkify.re);
	// Joins text with the marks in it that were escaped, as the parser does at its end.
	const joinText = md.core.ruler.getRules("").at(-1) as (state: StateCore) => void;
	md.core.ruler.before("linkify", "join_text", joinText);
	md.core.ruler.before("linkify", "unescape_addresses", unescapeAddresses);
}

/** Takes the backslashes out of the addresses that the parser linked before it read them. */
function unescapeAddresses({ tokens }: StateCore): void {
	for (const { children } of tokens) {
		for (const [index, link] of (children ?? []).entries()) {
			const text = children?.[index + 1];
			if (link.type !== "link_open" || link.markup !== "linkify" || !text) continue;
			text.content = text.content.replace(ESCAPE, "");
			link.attrSet("href", String(link.attrGet("href")).replace(ESCAPE, ""));
		}
	}
}

const webAddress: Schema["validate"] = (text, position, { re }) => {
	const pattern = re.get_http_validator();
	pattern.lastIndex = position;
	// A line under the address's end closes emphasis.
	const found = (pattern.exec(text)?.[0] ?? "").replace(/_+$/, "");
	const end = TEXT_GOES_ON.exec(found);
	return end ? end.index + 1 : found.length;
};

/** The library asks for a space or a mark before an address, and takes any letters for a host. */
function beginAnywhere(re: Linkify["re"]): void {
	const before = `${UNSPACED}|[_><]|${re.src_ZPCc}`;
	const schema = new RegExp(`(^|${before})(${re.get_schema_names().source})`, "ig");
	const mailName = new RegExp(
		`(?:^|(?![-._+/])(?:[=><|]|${before}))((?=\\w)${re.get_mail_name().source})$`,
	);
	const letter = `(?:(?!${UNSPACED}|[><]|${re.src_ZPCc})${re.src_Any})`;
	const mailHost = new RegExp(
		`@(?:${letter}(?:-|${letter}){0,61}\\.){1,4}${letter}{1,63}` +
			`(?:(?=${UNSPACED})|${re.get_host_terminator().source})`,
		"ig",
	);
	re.get_schema_search = () => schema;
	re.get_mail_name_validator = () => mailName;
	re.get_fuzzy_mail_host_search = () => mailHost;
}

import type { MarkdownIt } from "markdown-it";

const MAX_AUTOLINK_LENGTH = 2_048;

/** Letters and marks of scripts that put no space between words, for patterns without the u flag. */
const UNSPACED = "[\\u0E00-\\u0E7F\\u3000-\\u30FF\\u3400-\\u9FFF\\uAC00-\\uD7AF\\uFF00-\\uFFEF]";

/** In an address, such letters may follow a slash; right after a Latin one, the text goes on. */
const TEXT_GOES_ON = new RegExp(`[A-Za-z0-9](?=${UNSPACED})`);

type Linkify = MarkdownIt["linkify"];
type Schema = { validate: (text: string, position: number, self: Linkify) => number };

/** Links bare addresses, also between letters of scripts without spaces, and inside emphasis. */
export function linkAddresses(md: { linkify: Linkify }): void {
	const { linkify } = md;
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
		`(?:^|["(]|${UNSPACED}|[><]|${re.src_ZCc})(${re.get_mail_name().source})$`,
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

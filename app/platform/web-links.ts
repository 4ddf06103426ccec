/** A web address in a text: as it was written, and where it leads. */
export type LinkPart = { text: string; href: string };

/** Ends at white space, at marks that enclose an address, and at characters that nobody sees. */
const ADDRESS = /https?:\/\/[^\s<>"'`\p{Cc}\p{Cf}]+/giu;
/** What ends a sentence rather than the address in it. */
const ENDING = new Set(".,;:!?…*_~)]}");

/**
 * Splits a text into plain texts and web addresses (http and https). The parts' texts together are
 * the text. An address with a user's name in it, as in https://bank.example@evil.example, stays text.
 */
export function splitLinks(text: string): (string | LinkPart)[] {
	const parts: (string | LinkPart)[] = [];
	let end = 0;
	for (const { 0: found, index } of text.matchAll(ADDRESS)) {
		const address = withoutEnding(found);
		const href = hrefOf(address);
		if (href === null) continue;
		if (index > end) parts.push(text.slice(end, index));
		parts.push({ text: address, href });
		end = index + address.length;
	}
	if (end < text.length) parts.push(text.slice(end));
	return parts;
}

/** Takes off what belongs to the sentence. A closing bracket stays if the address opens one. */
function withoutEnding(found: string): string {
	let unopened = found.split(")").length - found.split("(").length;
	let end = found.length;
	for (; ENDING.has(found.charAt(end - 1)); end -= 1) {
		if (found.charAt(end - 1) !== ")") continue;
		if (unopened <= 0) break;
		unopened -= 1;
	}
	return found.slice(0, end);
}

function hrefOf(address: string): string | null {
	try {
		const { protocol, username, password, href } = new URL(address);
		const isWeb = protocol === "https:" || protocol === "http:";
		return isWeb && !username && !password ? href : null;
	} catch {
		return null;
	}
}

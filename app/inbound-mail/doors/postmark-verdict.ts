import { domainOf, isAligned } from "./aligned.ts";
import { firstOf, type Header } from "./headers.ts";

const SPAM_SCORE = 5;

type Verdict = {
	isProved: boolean;
	isSpam: boolean;
	/** The address to which bounces go, in angle brackets or without; null if nothing says it. */
	returnPath: string | null;
};

/**
 * Returns what Postmark found out about a mail. Postmark puts its headers on top of those that the
 * sender wrote, so only what stands above the second Received is read, and the first of each name.
 * SpamAssassin's stand above Received-SPF: below it, they are a sender's forgery.
 */
export function postmarkVerdict(headers: readonly Header[], from: string): Verdict {
	const own = above(headers, "Received", 2);
	const ofSpam = above(own, "Received-SPF", 1);
	const tests = firstOf(ofSpam, "X-Spam-Tests").split(/[\s,]+/);
	const paths = own.filter(({ name }) => name.toLowerCase() === "return-path");
	const spf = readSpf(firstOf(own, "Received-SPF"));
	const envelopes = [paths[0]?.value, spf.envelope].filter((one) => one !== undefined);
	const isFromEnvelope =
		envelopes.length > 0 && envelopes.every((one) => isAligned(domainOf(from), domainOf(one)));
	const hasSpf = tests.includes("SPF_PASS") || spf.isPass;
	return {
		isProved: from !== "" && (tests.includes("DKIM_VALID_AU") || (hasSpf && isFromEnvelope)),
		isSpam:
			/^yes\b/i.test(firstOf(ofSpam, "X-Spam-Status")) ||
			Number.parseFloat(firstOf(ofSpam, "X-Spam-Score")) >= SPAM_SCORE,
		returnPath: envelopes[0] ?? null,
	};
}

/** Returns the headers above the `nth` of a name; all of them if there are fewer. */
function above(headers: readonly Header[], name: string, nth: number): Header[] {
	let left = nth;
	const end = headers.findIndex((one) => {
		if (one.name.toLowerCase() === name.toLowerCase()) left -= 1;
		return left === 0;
	});
	return headers.slice(0, end < 0 ? undefined : end + (nth === 1 ? 1 : 0));
}

/**
 * Reads a Received-SPF: "Pass (a comment) identity=mailfrom; helo=…; envelope-from=…". The sender
 * chooses the name in `helo`, so a header that says something twice says nothing.
 */
function readSpf(value: string): { isPass: boolean; envelope: string | undefined } {
	const facts = value.replace(/\([^()]*\)/g, " ");
	// A name begins where a word does: tried from each of its letters, a long one would take minutes.
	const pairs = [...facts.matchAll(/(?<![\w-])([\w-]+)\s*=\s*("[^"]*"|[^\s;]*)/g)].map(
		([, name = "", said = ""]) => [name.toLowerCase(), said.replaceAll('"', "")] as const,
	);
	const known = new Map(pairs);
	const isClear = known.size === pairs.length && !/[()]/.test(facts);
	const isMailFrom = known.get("identity")?.toLowerCase() === "mailfrom";
	return {
		isPass: isClear && isMailFrom && /^pass\b/i.test(value),
		envelope: isClear ? known.get("envelope-from") : undefined,
	};
}

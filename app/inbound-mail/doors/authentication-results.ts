import { domainOf, isAligned } from "./aligned.ts";
import { type Header, valuesOf } from "./headers.ts";

type Clause = { result: string; properties: Map<string, string> };

/**
 * Returns whether the operator's mail server found a mail's author to be real: DMARC passed for the
 * author's domain, or a signature of a domain that may speak for it did. Anybody can write an
 * Authentication-Results (RFC 8601). So only the topmost of those with the server's own name is
 * read, and of each method only the first verdict with the properties beside it.
 */
export function isProvedBy(headers: readonly Header[], from: string, authservId: string): boolean {
	const own = valuesOf(headers, "Authentication-Results").find(
		(value) => idOf(value) === authservId.toLowerCase(),
	);
	const clauses = own === undefined ? new Map<string, Clause>() : readClauses(own);
	const domain = domainOf(from);
	const [dmarc, dkim] = [passed(clauses, "dmarc"), passed(clauses, "dkim")];
	return (
		domain !== "" &&
		(dmarc?.get("header.from")?.toLowerCase() === domain ||
			isAligned(domain, dkim?.get("header.d") ?? ""))
	);
}

/** Returns the name of the server that wrote a header. What comes after it can be anybody's. */
function idOf(value: string): string | undefined {
	return /^[^\s;()"]+/.exec(value)?.[0].toLowerCase();
}

function passed(clauses: Map<string, Clause>, method: string): Map<string, string> | undefined {
	const clause = clauses.get(method);
	return clause?.result === "pass" ? clause.properties : undefined;
}

/** Returns the first verdict of each method; none for a header that can't be read. */
function readClauses(value: string): Map<string, Clause> {
	const found = new Map<string, Clause>();
	for (const text of withoutComments(value)?.split(";").slice(1) ?? []) {
		const [, method = "", result = "", rest = ""] =
			/^\s*([a-z][\w-]*)\s*(?:\/\s*\d+\s*)?=\s*([a-z]+)(?=\s|$)(.*)$/is.exec(text) ?? [];
		// A name begins where a word does: tried from each of its letters, a long one would take minutes.
		const pairs = [...rest.matchAll(/(?<![a-z])([a-z]+\.[\w-]+)\s*=\s*(\S+)/gi)].map(
			([, name = "", said = ""]) => [name.toLowerCase(), said] as const,
		);
		const properties = new Map(pairs);
		// A clause that says something twice says nothing.
		const isClear = properties.size === pairs.length;
		if (!found.has(method.toLowerCase())) {
			found.set(method.toLowerCase(), { result: isClear ? result.toLowerCase() : "", properties });
		}
	}
	return found;
}

/**
 * Returns a header's value without its comments, which may stand in each other, and with quoted
 * text that can be mistaken for nothing else. Returns null if one of these does not end.
 */
function withoutComments(value: string): string | null {
	let result = "";
	let depth = 0;
	let isQuoted = false;
	for (let at = 0; at < value.length; at += 1) {
		const character = value[at] ?? "";
		if (character === "\\" && (depth > 0 || isQuoted)) at += 1;
		else if (character === '"' && depth === 0) isQuoted = !isQuoted;
		else if (isQuoted) result += /[\w.@+-]/.test(character) ? character : "?";
		else if (character === "(") depth += 1;
		else if (character === ")") depth -= 1;
		else if (depth === 0) result += character;
		if (depth < 0) return null;
		if (depth > 0 && !result.endsWith(" ")) result += " ";
	}
	return depth === 0 && !isQuoted ? result : null;
}

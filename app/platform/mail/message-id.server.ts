import { domainToASCII } from "node:url";
import { env } from "#app/platform/env/env.server.ts";

/** RFC 5322, section 3.6.4, without comments. Longer ones would leave no room for others. */
const MESSAGE_ID = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,300}>$/;
/** A line of more characters than 998 is no mail (RFC 5322, section 2.1.1); the name takes some. */
const REFERENCES_MAX = 980;
/** How many of the newest mails a mail refers to. */
const REFERRED = 9;

/**
 * Returns the Message-ID of a mail by its name, which no other mail has. A mail that is sent again
 * after a crash has the same, by which mailboxes know the copy.
 */
export function messageIdOf(name: string): string {
	const [, domain = ""] = /@([^\s<>@]+)>?\s*$/.exec(env.mailFrom) ?? [];
	return `<${name}@${domainToASCII(domain) || "localhost"}>`;
}

/** Returns whether a text that came with a mail is one Message-ID, and may stand in a header. */
export function isMessageId(text: string): boolean {
	return MESSAGE_ID.test(text);
}

/**
 * Returns what a mail's References holds: the Message-ID of the thread's first mail, and the newest
 * nine of the others, which are given oldest first; fewer if they don't fit into one line.
 */
export function referencesTo(first: string, others: string[]): string {
	const newest = others.slice(-REFERRED);
	while ([first, ...newest].join(" ").length > REFERENCES_MAX) newest.shift();
	return [first, ...newest].join(" ");
}

import { domainToASCII } from "node:url";
import { mailboxHash } from "#app/platform/crypto/kept-key.sql.ts";
import type { Transaction } from "#app/platform/db/db.server.ts";
import {
	countUse,
	enforceLimit,
	type Limit,
	type RefusingLimit,
} from "#app/platform/limits/limits.server.ts";
import { HOUR_MS } from "#app/platform/time.ts";

/**
 * The limit, over the whole site, on mails to one mailbox that no account holder asked for
 * (product.md, rule 34). Its key is what mailboxOf returns.
 */
export const UNSOLICITED_MAIL: Limit = { name: "mailbox", most: 10, windowMs: HOUR_MS };

/**
 * The limit on mails to one mailbox that one client address causes, by whichever form of the site
 * (product.md, rule 34).
 */
const CLIENT_MAIL: Limit = { name: "client mail", most: 10, windowMs: HOUR_MS };

/**
 * Counts a mail to an address that a client address causes, in the caller's transaction. Returns 0,
 * or, over the limit, the milliseconds until there is room.
 */
export function countClientMail(tx: Transaction, clientAddress: string, email: string): number {
	return countUse(tx, CLIENT_MAIL, clientMailKey(clientAddress, email));
}

function clientMailKey(clientAddress: string, email: string): string {
	return `${clientAddress} ${mailboxOf(email)}`;
}

type Caused = { clientAddress: string; email: string };
type Told = Pick<RefusingLimit, "sentence" | "field">;

/** Counts a mail that a client address causes. Throws TooMany with what is given. */
export function limitClientMail(tx: Transaction, { clientAddress, email }: Caused, told: Told) {
	enforceLimit(tx, { ...CLIENT_MAIL, ...told }, clientMailKey(clientAddress, email));
}

/** Counts a mail that no account holder asked for. Throws TooMany with what is given. */
export function limitUnsolicitedMail(tx: Transaction, caused: Caused, refusal: Told): void {
	const { email } = caused;
	limitClientMail(tx, caused, refusal);
	enforceLimit(tx, { ...UNSOLICITED_MAIL, ...refusal }, mailboxOf(email));
}

/** Counts a mail that somebody asked for by an account's form. Throws TooMany for the field email. */
export function limitAskedMail(tx: Transaction, clientAddress: string, email: string): void {
	const sentence = (wait: string) =>
		`This address got too many mails from us within the hour. Please try again in ${wait}.`;
	limitUnsolicitedMail(tx, { clientAddress, email }, { sentence, field: "email" });
}

/**
 * Returns the mailbox of an address: in lower case, without a +tag, and without the dots that Gmail
 * ignores. Letters that mail servers take for others, such as wide and invisible ones, are folded.
 */
export function mailboxOf(email: string): string {
	const plain = email.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
	// The tag begins with its sign: as a second run of any letters, a long name would take minutes.
	const [, name = "", host = ""] = /^([^+@]*)(?:\+[^@]*)?@(.*)$/.exec(plain.toLowerCase()) ?? [];
	// As the domain is looked up (IDNA, UTS 46); "" for one that never is.
	const domain = domainToASCII(host) || host;
	if (domain !== "gmail.com" && domain !== "googlemail.com") return `${name}@${domain}`;
	return `${name.replaceAll(".", "")}@gmail.com`;
}

/** Returns a keyed hash of an address's mailbox, or of the mailbox and a form. */
export function mailboxKey(email: string, formId?: string): string {
	const mailbox = mailboxOf(email);
	return mailboxHash(formId ? `${mailbox} ${formId}` : mailbox);
}

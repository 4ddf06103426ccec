import { firstOf, type Header, valuesOf } from "./headers.ts";

/** Nobody reads these mailboxes, so nobody writes from them. */
const NOBODY = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply)(?:[+@]|$)/;
const BULK = /^(?:bulk|junk|list|auto_reply)\b/i;
/** Responders that are older than RFC 3834 say so by one of these. */
const RESPONDERS = ["X-Autoreply", "X-Autorespond", "X-Auto-Reply", "X-Autoresponse"];

type Mail = {
	headers: readonly Header[];
	/** The author's address in lower case. */
	from: string;
	/** The address to which bounces go; "" if the mail has none, null if that is unknown. */
	returnPath: string | null;
};

/**
 * Returns by what a program is known to have written a mail, or null for a person's (product.md,
 * rule 76). X-Auto-Response-Suppress says nothing here: people's mail has it, too.
 */
export function automaticBy({ headers, from, returnPath }: Mail): string | null {
	const isAutomatic = valuesOf(headers, "Auto-Submitted").some((one) => !/^no\b/i.test(one));
	if (isAutomatic) return "Auto-Submitted";
	for (const name of RESPONDERS) {
		if (valuesOf(headers, name).some((one) => !/^no\b/i.test(one))) return name;
	}
	if (valuesOf(headers, "Precedence").some((one) => BULK.test(one))) return "Precedence";
	if (valuesOf(headers, "List-Id").length > 0) return "List-Id";
	if (/^multipart\/report\b/i.test(firstOf(headers, "Content-Type"))) return "multipart/report";
	if (returnPath !== null && /^(?:<\s*>|mailer-daemon)?$/i.test(returnPath.trim())) {
		return "Return-Path";
	}
	return NOBODY.test(from) ? "From" : null;
}

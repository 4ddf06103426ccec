/** A mail that came in, in one shape whichever door it came by. */
export type IncomingMail = {
	/** The carrier and its id of the mail, such as "postmark:…". A mail that comes again has the same. */
	carrierId: string;
	/** The addresses that it was sent to, those of the envelope first. */
	recipients: string[];
	/** The address of its one author, in lower case. Empty if there are none or several. */
	from: string;
	/** Whether a domain that may speak for `from` vouches for it (product.md, rule 74). */
	isProved: boolean;
	isSpam: boolean;
	/** By what a program is known to have written it, such as "Auto-Submitted". Null for a person's. */
	automatic: string | null;
	subject: string;
	/** Its Message-ID with the angle brackets. Empty for none. */
	messageId: string;
	/** What the whole mail says as plain text, quotations and all. */
	text: string;
	/** The names of the files that came with it. */
	files: string[];
};

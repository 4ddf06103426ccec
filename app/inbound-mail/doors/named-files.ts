/** A file that came with a mail. */
type MailFile = {
	name: string;
	/** Its Content-Type. */
	type: string;
	/** Whether the text shows it. */
	isInline: boolean;
	bytes: number;
};

/** Mail programs add these themselves: proofs of the sender, and Outlook's own formatting. */
const ADDED = /^application\/(?:pgp-signature|(?:x-)?pkcs7-signature|(?:vnd\.)?ms-tnef)\b/i;
/** A smaller picture in the text is a company's sign below a name. */
const SIGN_BYTES = 10_000;

/** Returns the names of those files that a person has sent along. */
export function namedFiles(files: readonly MailFile[]): string[] {
	return files
		.filter(({ type, isInline, bytes }) => {
			const isSign = isInline && /^image\//i.test(type) && bytes < SIGN_BYTES;
			return !ADDED.test(type) && !isSign;
		})
		.map(({ name }) => name);
}

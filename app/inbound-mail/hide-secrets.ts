/** Where a mail program may have wrapped a long line of a quotation. */
const WRAP = String.raw`(?:\n[>|\t ]*)?`;

function times(letters: string, count: number): string {
	return `${letters}(?:${WRAP}${letters}){${count - 1}}`;
}

/** What stands before a secret in a quotation of our mails, and the secret. Filters rewrite links. */
const SECRETS = [
	["reply\\+[vo]", times("[a-z2-7]", 42)],
	["token(?:=|%3D|%253D)", `${times("[\\w-]", 43)}[\\w-]*`],
	["conversation(?:/|%2F|%252F)", times("[\\da-f-]", 100)],
	["deletion-status(?:/|%2F|%252F)", `\\d+\\.${times("[\\da-f]", 32)}`],
].map(([before, secret]) => new RegExp(`(${before})${secret}`, "gi"));

/**
 * Returns a text of a mail without what our own mails told its writer alone: the address to answer
 * to, and links that open the conversation. A quotation has them, and the other side reads it.
 */
export function hideSecrets(text: string): string {
	return SECRETS.reduce((hidden, secret) => hidden.replace(secret, "$1…"), text);
}

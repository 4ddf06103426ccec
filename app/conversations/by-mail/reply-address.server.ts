import { isKeyedHash, keyedHash } from "#app/platform/crypto/seal.server.ts";
import { env } from "#app/platform/env/env.server.ts";

/** Whom an address was mailed to, and so who answers at it. */
export type Side = "visitor" | "owner";

/** What an address says: the conversation, and who answers at it. */
export type ReplyAddress = { side: Side; submissionId: string };

const PURPOSE = "reply address";
const LETTERS: Record<Side, string> = { visitor: "v", owner: "o" };
const HASH_BYTES = 10;
/** Base32's alphabet (RFC 4648, section 6) in lower case, because relays write addresses so. */
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const ADDRESS = /^reply\+([vo])([a-z2-7]{42})@(.+)$/;

/**
 * Returns the address at which one side of a conversation answers by mail (product.md, rule 73), or
 * null while no inbound mail is set up. It is not stored, so the database alone reveals none.
 * Before the @ it has 49 of the 64 characters that RFC 5321, section 4.5.3.1.1, allows.
 */
export function replyAddress(side: Side, submissionId: string): string | null {
	if (!env.inbound.domain) return null;
	const id = Buffer.from(submissionId.replaceAll("-", ""), "hex");
	const code = toBase32(Buffer.concat([id, hashOf(side, submissionId)]));
	return `reply+${LETTERS[side]}${code}@${env.inbound.domain}`;
}

/** Returns whether a form's conversations can be answered by mail: its owner's choice, and ours. */
export function canAnswerByMail({ answersByMail }: { answersByMail: boolean }): boolean {
	return answersByMail && env.inbound.domain !== null;
}

/** Returns the side and the conversation of an address; null if it isn't one of ours, or altered. */
export function readReplyAddress(address: string): ReplyAddress | null {
	const [, letter, code = "", domain] = ADDRESS.exec(address.trim().toLowerCase()) ?? [];
	if (!letter || domain !== env.inbound.domain) return null;
	const bytes = fromBase32(code);
	const side: Side = letter === LETTERS.visitor ? "visitor" : "owner";
	const hex = bytes.subarray(0, 16).toString("hex");
	const submissionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
	const given = bytes.subarray(16, 16 + HASH_BYTES).toString("hex");
	const isOurs = isKeyedHash(PURPOSE, `${side} ${submissionId}`, given, 2 * HASH_BYTES);
	if (!isOurs) return null;
	return { side, submissionId };
}

function hashOf(side: Side, submissionId: string): Buffer {
	const hash = Buffer.from(keyedHash(PURPOSE, `${side} ${submissionId}`), "hex");
	return hash.subarray(0, HASH_BYTES);
}

function toBase32(bytes: Buffer): string {
	const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
	return (bits.match(/.{1,5}/g) ?? [])
		.map((five) => ALPHABET[Number.parseInt(five.padEnd(5, "0"), 2)])
		.join("");
}

/** Returns the whole bytes. The last letter's spare bits are dropped. */
function fromBase32(code: string): Buffer {
	const bits = [...code].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0"));
	const bytes = bits.join("").match(/.{8}/g) ?? [];
	return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

import crypto from "node:crypto";
import { env } from "#app/platform/env/env.server.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text with a key derived from the secret (AES-256-GCM), bound to `purpose`.
 * Returns IV, tag and ciphertext in one buffer.
 */
export function seal(purpose: string, text: string): Uint8Array<ArrayBuffer> {
	const iv = crypto.randomBytes(IV_BYTES);
	const cipher = crypto.createCipheriv("aes-256-gcm", deriveKey(purpose), iv);
	const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
	return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), body]));
}

/** Decrypts what `seal` made. Throws when the purpose, the secret or a byte differs. */
export function unseal(purpose: string, sealed: Uint8Array): string {
	const bytes = Buffer.from(sealed);
	const decipher = crypto.createDecipheriv(
		"aes-256-gcm",
		deriveKey(purpose),
		bytes.subarray(0, IV_BYTES),
		{ authTagLength: TAG_BYTES },
	);
	decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
	return (
		decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") +
		decipher.final("utf8")
	);
}

/** Seals a value into a text for an address or a hidden field. */
export function sealToken(purpose: string, value: object): string {
	return Buffer.from(seal(purpose, JSON.stringify(value))).toString("base64url");
}

/** Returns what `sealToken` sealed; null for every other text. */
export function openToken<Value>(purpose: string, token: string): Value | null {
	const bytes = Buffer.from(token, "base64url");
	// The decoder skips what it doesn't know, so that an altered text could be read too.
	if (bytes.toString("base64url") !== token) return null;
	try {
		return JSON.parse(unseal(purpose, bytes)) as Value;
	} catch {
		return null;
	}
}

/** Returns a keyed hash (HMAC-SHA-256, hex) of a value that the database must not hold. */
export function keyedHash(purpose: string, value: string): string {
	return crypto.createHmac("sha256", deriveKey(purpose)).update(value).digest("hex");
}

const keys = new Map<string, crypto.KeyObject>();

/** Derives each key once and keeps it as a KeyObject, which Node would rebuild at each use. */
function deriveKey(purpose: string): crypto.KeyObject {
	let key = keys.get(purpose);
	if (!key) {
		const bytes = Buffer.from(crypto.hkdfSync("sha256", env.secret, "", purpose, 32));
		key = crypto.createSecretKey(bytes);
		keys.set(purpose, key);
	}
	return key;
}

import crypto from "node:crypto";
import { env } from "#app/platform/env/env.server.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;
const HASH_LENGTH = 64;

/** The newest first, which seals and signs. Each opens and proves. */
const SECRETS = env.formerSecret === null ? [env.secret] : [env.secret, env.formerSecret];

/**
 * Encrypts a text with a key derived from the secret (AES-256-GCM), bound to `purpose`.
 * Returns IV, tag and ciphertext in one buffer.
 */
export function seal(purpose: string, text: string): Uint8Array<ArrayBuffer> {
	const iv = crypto.randomBytes(IV_BYTES);
	const cipher = crypto.createCipheriv("aes-256-gcm", deriveKey(env.secret, purpose), iv);
	const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
	return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), body]));
}

/**
 * Decrypts what `seal` made with the secret, or with the one of before. Throws when the purpose, the
 * secrets or a byte differ.
 */
export function unseal(purpose: string, sealed: Uint8Array): string {
	const [newest, former] = SECRETS;
	if (newest === undefined || former === undefined) return open(env.secret, purpose, sealed);
	try {
		return open(newest, purpose, sealed);
	} catch {
		return open(former, purpose, sealed);
	}
}

/** Returns what the secret of before sealed, sealed by the secret; null for everything else. */
export function sealAnew(purpose: string, sealed: Uint8Array): Uint8Array<ArrayBuffer> | null {
	if (env.formerSecret === null) return null;
	try {
		return seal(purpose, open(env.formerSecret, purpose, sealed));
	} catch {
		return null;
	}
}

function open(secret: string, purpose: string, sealed: Uint8Array): string {
	const bytes = Buffer.from(sealed);
	const decipher = crypto.createDecipheriv(
		"aes-256-gcm",
		deriveKey(secret, purpose),
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
	return hashWith(deriveKey(env.secret, purpose), value);
}

/**
 * Returns whether a text is the keyed hash of a value, by the secret or by the one of before. For a
 * hash that was cut, `length` says to how many characters.
 */
export function isKeyedHash(
	purpose: string,
	value: string,
	given: string,
	length = HASH_LENGTH,
): boolean {
	const bytes = Buffer.from(given);
	return SECRETS.some((secret) => {
		const expected = Buffer.from(hashWith(deriveKey(secret, purpose), value).slice(0, length));
		return bytes.length === expected.length && crypto.timingSafeEqual(bytes, expected);
	});
}

/** Returns the hash (HMAC-SHA-256, hex) of a value by a key. */
export function hashWith(key: crypto.KeyObject, value: string): string {
	return crypto.createHmac("sha256", key).update(value).digest("hex");
}

/** Returns the key of a purpose as the oldest secret that is known makes it. */
export function oldestKey(purpose: string): crypto.KeyObject {
	return deriveKey(env.formerSecret ?? env.secret, purpose);
}

const keys = new Map<string, crypto.KeyObject>();

/** Derives each key once and keeps it as a KeyObject, which Node would rebuild at each use. */
function deriveKey(secret: string, purpose: string): crypto.KeyObject {
	const name = `${purpose} ${secret}`;
	let key = keys.get(name);
	if (!key) {
		key = crypto.createSecretKey(Buffer.from(crypto.hkdfSync("sha256", secret, "", purpose, 32)));
		keys.set(name, key);
	}
	return key;
}

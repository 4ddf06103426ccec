import crypto from "node:crypto";

const TOKEN_BYTES = 32;

/** Returns 32 random bytes as base64url (43 characters), for a cookie or a mailed link. */
export function createToken(): string {
	return crypto.randomBytes(TOKEN_BYTES).toString("base64url");
}

/**
 * Returns the SHA-256 of a token, as hex. The database stores it and finds rows by it, so that no
 * comparison of the token itself can leak timing.
 */
export function hashToken(token: string): string {
	return crypto.createHash("sha256").update(token).digest("hex");
}

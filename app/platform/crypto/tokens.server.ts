import crypto from "node:crypto";

const TOKEN_BYTES = 32;

/** 32 random bytes as base64url, 43 characters: for a cookie or a mailed link. */
export function createToken(): string {
	return crypto.randomBytes(TOKEN_BYTES).toString("base64url");
}

/**
 * The SHA-256 of a token, as hex: what the database keeps. Rows are found by it, so that no
 * comparison of the secret itself can leak time.
 */
export function hashToken(token: string): string {
	return crypto.createHash("sha256").update(token).digest("hex");
}

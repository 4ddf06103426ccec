import crypto from "node:crypto";
import { keyedHash } from "#app/platform/crypto/seal.server.ts";

const PURPOSE = "conversation";
const ID_LENGTH = 36;

/**
 * The token in a conversation's address: the submission's id and a signature with the secret. It
 * is not stored, so the database alone opens no conversation (decision 37).
 */
export function conversationToken(submissionId: string): string {
	return submissionId + keyedHash(PURPOSE, submissionId);
}

/** The submission that a token opens, or null for one that was altered or cut short. */
export function submissionIdOf(token: string): string | null {
	const id = token.slice(0, ID_LENGTH);
	const given = Buffer.from(token);
	const expected = Buffer.from(conversationToken(id));
	if (given.length !== expected.length) return null;
	return crypto.timingSafeEqual(given, expected) ? id : null;
}

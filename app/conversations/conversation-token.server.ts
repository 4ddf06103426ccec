import { isKeyedHash, keyedHash } from "#app/platform/crypto/seal.server.ts";

const PURPOSE = "conversation";
const ID_LENGTH = 36;

/**
 * Returns the token in a conversation's address: the submission's id and its keyed hash. The token
 * is not stored, so the database alone opens no conversation (product.md, rule 37).
 */
export function conversationToken(submissionId: string): string {
	return submissionId + keyedHash(PURPOSE, submissionId);
}

/** Returns the id of the submission that a token opens; null for an altered or cut token. */
export function submissionIdOf(token: string): string | null {
	const id = token.slice(0, ID_LENGTH);
	return isKeyedHash(PURPOSE, id, token.slice(ID_LENGTH)) ? id : null;
}

import { paths } from "#app/paths.ts";
import { isKeyedHash, keyedHash } from "#app/platform/crypto/seal.server.ts";
import { env } from "#app/platform/env/env.server.ts";

const PURPOSE = "unsubscribe";
/** 128 bits. */
const HASH_LENGTH = 32;

/** Returns the address of the page that ends a subscriber's mail. It can do nothing else. */
export function unsubscribeUrl(subscriberId: string): string {
	return env.appUrl + paths.visitor.unsubscribe({ token: tokenOf(subscriberId) });
}

/** Returns the id of the subscriber whose mail a token ends; null for an altered or cut token. */
export function subscriberIdOf(token: string): string | null {
	const id = token.slice(0, Math.max(token.indexOf("."), 0));
	const hash = token.slice(id.length + 1);
	return isKeyedHash(PURPOSE, id, hash, HASH_LENGTH) ? id : null;
}

/** The id and its keyed hash. The dot tells it from the slug of an app. */
function tokenOf(subscriberId: string): string {
	return `${subscriberId}.${keyedHash(PURPOSE, subscriberId).slice(0, HASH_LENGTH)}`;
}

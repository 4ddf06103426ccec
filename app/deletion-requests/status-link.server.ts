import { paths } from "#app/paths.ts";
import { isKeyedHash, keyedHash } from "#app/platform/crypto/seal.server.ts";
import { env } from "#app/platform/env/env.server.ts";

const PURPOSE = "deletion";
/** 128 bits. */
const HASH_LENGTH = 32;

/** Returns the address of the page on which whoever asked sees how the request stands. */
export function statusUrl(number: number): string {
	return env.appUrl + statusPath(number);
}

/** The same, within the site. */
export function statusPath(number: number): string {
	return paths.visitor.deletionStatus({ token: tokenOf(String(number)) });
}

/** Returns the number of the request whose status a token shows; null for an altered or cut token. */
export function requestNumberOf(token: string): number | null {
	const number = token.slice(0, Math.max(token.indexOf("."), 0));
	const hash = token.slice(number.length + 1);
	return isKeyedHash(PURPOSE, number, hash, HASH_LENGTH) ? Number(number) : null;
}

/** The number and its keyed hash, so that the page outlives the submission. */
function tokenOf(number: string): string {
	return `${number}.${keyedHash(PURPOSE, number).slice(0, HASH_LENGTH)}`;
}

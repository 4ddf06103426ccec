import crypto from "node:crypto";
import { promisify } from "node:util";
import { createTurns } from "#app/platform/limits/turns.ts";

const argon2 = promisify(crypto.argon2);

const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Each hash takes 19 MiB, so more at once would let sign-ins fill the memory. */
const MAX_AT_ONCE = 4;
const MAX_WAITING = 32;

/** Too many passwords are waiting to be hashed: respond with 503 and ask to try again. */
export class PasswordsBusyError extends Error {
	override name = "PasswordsBusyError";
}

const inTurn = createTurns({
	atOnce: MAX_AT_ONCE,
	waiting: MAX_WAITING,
	busy: () => new PasswordsBusyError(),
});

/** Hashes a password with Argon2id, in PHC string format. Throws PasswordsBusyError. */
export async function hashPassword(password: string): Promise<string> {
	const salt = crypto.randomBytes(SALT_BYTES);
	const tag = await derive(password, salt);
	return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(salt)}$${encode(tag)}`;
}

/**
 * Returns whether the password is the one that was hashed, compared in constant time. A hash says
 * what it cost, so that those from before a change of the parameters can be checked. Without a
 * hash (an unknown account) it takes as long and returns false. Throws PasswordsBusyError.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
	const [parameters = "", salt, tag] = hash?.split("$").slice(3) ?? [];
	const [memory = MEMORY_KIB, passes = PASSES, parallelism = LANES] =
		parameters.match(/\d+/g)?.map(Number) ?? [];
	const nonce = salt === undefined ? Buffer.alloc(SALT_BYTES) : decode(salt);
	const actual = await derive(password, nonce, { memory, passes, parallelism });
	return tag !== undefined && crypto.timingSafeEqual(actual, decode(tag));
}

async function derive(
	password: string,
	nonce: Buffer,
	cost = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES },
): Promise<Buffer> {
	return inTurn(() =>
		argon2("argon2id", {
			message: Buffer.from(password.normalize("NFC")),
			nonce,
			tagLength: TAG_BYTES,
			...cost,
		}),
	);
}

function encode(bytes: Buffer): string {
	return bytes.toString("base64").replace(/=+$/, "");
}

function decode(text: string): Buffer {
	return Buffer.from(text, "base64");
}

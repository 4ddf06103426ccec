import crypto from "node:crypto";
import { expect, test } from "vitest";
import { hashPassword, PasswordsBusyError, verifyPassword } from "./passwords.server.ts";

const PASSWORD = "correct horse battery";

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
	const started = performance.now();
	await work();
	return performance.now() - started;
}

test("a hash is a PHC string of Argon2id with 19 MiB, 2 passes and 1 lane", async () => {
	expect(await hashPassword(PASSWORD)).toMatch(
		/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
	);
});

test("the same password has another hash each time", async () => {
	expect(await hashPassword(PASSWORD)).not.toBe(await hashPassword(PASSWORD));
});

test("the right password passes and any other does not", async () => {
	const hash = await hashPassword(PASSWORD);
	expect(await verifyPassword(PASSWORD, hash)).toBe(true);
	for (const wrong of ["", PASSWORD.toUpperCase(), `${PASSWORD} `, PASSWORD.slice(1), hash]) {
		expect(await verifyPassword(wrong, hash)).toBe(false);
	}
});

test("a hash that was made at another cost is checked at that cost", async () => {
	const made = {
		message: PASSWORD,
		nonce: "sixteen bytes...",
		memory: 64,
		passes: 3,
		parallelism: 2,
		tagLength: 32,
	};
	const tag = crypto.argon2Sync("argon2id", made).toString("base64").replace("=", "");
	const salt = Buffer.from(made.nonce).toString("base64").replaceAll("=", "");
	const hash = `$argon2id$v=19$m=64,t=3,p=2$${salt}$${tag}`;
	expect(await verifyPassword(PASSWORD, hash)).toBe(true);
	expect(await verifyPassword("wrong", hash)).toBe(false);
});

test("a password in other scripts passes however the keyboard composed it", async () => {
	const hash = await hashPassword("Café 🌱 パスワード");
	expect(await verifyPassword("Cafe\u0301 🌱 パスワード", hash)).toBe(true);
});

test("no password passes for an account that is not there", async () => {
	expect(await verifyPassword("", null)).toBe(false);
	expect(await verifyPassword(PASSWORD, null)).toBe(false);
});

test("an account that is not there takes as long as one that is", async () => {
	const hash = await hashPassword(PASSWORD);
	const known: number[] = [];
	const unknown: number[] = [];
	for (let n = 0; n < 7; n += 1) {
		known.push(await milliseconds(() => verifyPassword("wrong", hash)));
		unknown.push(await milliseconds(() => verifyPassword("wrong", null)));
	}
	// The quickest, because a busy machine makes most of them slow.
	const ratio = Math.min(...unknown) / Math.min(...known);
	expect(ratio).toBeGreaterThan(1 / 2);
	expect(ratio).toBeLessThan(2);
});

test("four are hashed at once, 32 more wait for their turn, and the next is told so", async () => {
	const finished: number[] = [];
	const accepted = Array.from({ length: 36 }, (_, n) =>
		hashPassword(`password ${n}`).then(() => finished.push(n)),
	);
	await expect(hashPassword("one too many")).rejects.toThrow(PasswordsBusyError);
	await expect(verifyPassword("one too many", null)).rejects.toThrow(PasswordsBusyError);
	await Promise.race(accepted);
	expect(finished.length).toBeLessThanOrEqual(4);
	await Promise.all(accepted);
	expect(finished).toHaveLength(36);
	// The four places are free again.
	await Promise.all(Array.from({ length: 36 }, () => hashPassword(PASSWORD)));
});

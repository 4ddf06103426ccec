import { describe, expect, test } from "vitest";
import { keyedHash, seal, unseal } from "./seal.server.ts";
import { createToken, hashToken } from "./tokens.server.ts";

const TEXT = "https://smallprint.example/auth/reset?token=geheim 🌱";

describe("a sealed text", () => {
	test.each(["", TEXT, "x".repeat(500_000)])("opens again as it was (%#)", (text) => {
		expect(unseal("mail", seal("mail", text))).toBe(text);
	});

	test("shows nothing of the text", () => {
		expect(Buffer.from(seal("mail", TEXT)).includes("token")).toBe(false);
	});

	test("is another one each time", () => {
		expect(seal("mail", TEXT)).not.toEqual(seal("mail", TEXT));
	});

	test("does not open for another purpose", () => {
		expect(() => unseal("other", seal("mail", TEXT))).toThrow();
	});

	test("does not open when any byte was changed, or some are missing", () => {
		const sealed = seal("mail", TEXT);
		for (let index = 0; index < sealed.length; index += 1) {
			const changed = Uint8Array.from(sealed);
			changed[index] = (changed[index] ?? 0) ^ 1;
			expect(() => unseal("mail", changed), `byte ${index}`).toThrow();
		}
		for (const length of [0, 5, 12, 27, sealed.length - 1]) {
			expect(() => unseal("mail", sealed.subarray(0, length)), `${length} bytes`).toThrow();
		}
	});
});

describe("a keyed hash", () => {
	test("is the same for the same value, and differs by purpose", () => {
		expect(keyedHash("a", "jane@example.com")).toBe(keyedHash("a", "jane@example.com"));
		expect(keyedHash("a", "jane@example.com")).not.toBe(keyedHash("b", "jane@example.com"));
		expect(keyedHash("a", "jane@example.com")).toMatch(/^[0-9a-f]{64}$/);
	});

	test("can't be computed without the secret", () => {
		expect(keyedHash("a", "jane@example.com")).not.toBe(hashToken("jane@example.com"));
	});
});

describe("a token", () => {
	test("is 32 random bytes that need no escaping in an address", () => {
		const tokens = new Set(Array.from({ length: 1_000 }, createToken));
		expect(tokens.size).toBe(1_000);
		for (const token of tokens) {
			expect(token).toMatch(/^[\w-]{43}$/);
			expect(Buffer.from(token, "base64url")).toHaveLength(32);
		}
	});

	test("is kept as its SHA-256", () => {
		expect(hashToken("abc")).toBe(
			"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
		);
	});
});

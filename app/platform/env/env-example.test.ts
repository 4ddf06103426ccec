import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readEnv, VARIABLES } from "./env.server.ts";

const FILE = path.join(import.meta.dirname, "../../../.env.example");
const ASSIGNMENT = /^(?<comment># )?(?<name>[A-Z][A-Z0-9_]*)=(?<value>.*)$/;

/** Every assignment of the file, those that are commented out too. */
const assignments = fs
	.readFileSync(FILE, "utf8")
	.split("\n")
	.flatMap((line) => {
		const { comment, name = "", value = "" } = ASSIGNMENT.exec(line)?.groups ?? {};
		return name ? [{ isSet: comment === undefined, name, value: unquote(value) }] : [];
	});

function unquote(value: string): string {
	return value.replace(/^"(.*)"$/, "$1");
}

function valuesOf(list: typeof assignments): Record<string, string> {
	return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}

test("the example names each variable that is read once, and no other", () => {
	const names = assignments.map(({ name }) => name);
	expect(names.toSorted()).toEqual(VARIABLES.toSorted());
});

test("a copy of the example lacks nothing but a secret of one's own", () => {
	const given = valuesOf(assignments.filter(({ isSet }) => isSet));
	expect(() => readEnv(given)).toThrow(/:\n {2}SESSION_SECRET [^\n]*$/);
	expect(readEnv({ ...given, SESSION_SECRET: "s".repeat(32) }).mode).toBe("hosted");
});

test("the values that are commented out can be set as they stand", () => {
	const given = { ...valuesOf(assignments), SESSION_SECRET: "s".repeat(32) };
	expect(readEnv(given)).toMatchObject({ port: 3000, isOnFly: true, litefsDir: "/litefs" });
});

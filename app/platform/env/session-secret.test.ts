import { expect, test } from "vitest";
import { REQUIRED_ENV } from "../../../tests/kit/process/hosted.ts";
import { readEnv } from "./env.server.ts";

const [OLD, NEW] = ["o".repeat(32), "n".repeat(32)];

function read(SESSION_SECRET: string) {
	return readEnv({ ...REQUIRED_ENV, SESSION_SECRET });
}

test("a new secret may stand before the one of before", () => {
	expect(read(OLD)).toMatchObject({ secret: OLD, formerSecret: null });
	expect(read(`${NEW} ${OLD}`)).toMatchObject({ secret: NEW, formerSecret: OLD });
	expect(read(` ${NEW}\n${OLD}\n`)).toMatchObject({ secret: NEW, formerSecret: OLD });
});

test.each([
	["of which one is short", `${NEW} old`],
	["that are the same", `${NEW} ${NEW}`],
	["of which there are three", `${NEW} ${OLD} ${"p".repeat(32)}`],
])("secrets %s are refused, and not shown", (_what, secrets) => {
	expect(() => read(secrets)).toThrow(/^(?!.*nnn).*\n {2}SESSION_SECRET (?:must|may) [^\n]*$/);
});

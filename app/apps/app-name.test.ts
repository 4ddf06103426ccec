import { describe, expect, test } from "vitest";
import { appNameKey, createAppSchema, renameAppSchema } from "./schema.ts";

/** The specification's list (owner, section 5), word for word. */
const SPECIFIED_RESERVED_WORDS =
	"api, admin, dashboard, settings, auth, login, logout, signup, signin, documents, forms, doc, form, www, app, apps, help, support, contact, about, privacy, terms, legal, blog, news, assets, static, public, uploads, files, images, css, js, javascript, status, health, ping, test, mail, email, ftp, sftp, ssh, git, v1, v2, v3, version, beta, staging, dev, development, prod, production".split(
		", ",
	);

const REQUEST_ID = "0b7d8d2e-4f3a-4c7e-9f5e-2d1c0b9a8f7e";
const CHARACTERS = "App names can only contain letters, numbers, spaces, hyphens, and underscores.";
const NUMERIC = "App names cannot be purely numeric. Please include some letters.";
const NOTHING_LEFT =
	"This name leaves nothing for the public address. Please include some letters from a to z or digits.";

function faultOf(name: unknown): string | undefined {
	const result = createAppSchema.safeParse({ name, request_id: REQUEST_ID });
	return result.success ? undefined : result.error.issues[0]?.message;
}

function reserved(name: string): string {
	return `"${name}" is a reserved word and cannot be used as an app name. Please choose a different name.`;
}

describe("the name of an app", () => {
	test.each([
		"Pocket Garden",
		"pocket_garden-2",
		"Café Müller",
		"アプリ 7b",
		"2048 Game",
		"My API",
		"a",
		"x".repeat(60),
	])("may be %j", (name) => {
		expect(faultOf(name)).toBeUndefined();
	});

	test("is trimmed, and its white space collapsed", () => {
		const parsed = createAppSchema.parse({ name: "  My \t App\n", request_id: REQUEST_ID });
		expect(parsed.name).toBe("My App");
	});

	test("is refused for every reserved word, in any case", () => {
		for (const word of SPECIFIED_RESERVED_WORDS) {
			expect(faultOf(word)).toBe(reserved(word));
			expect(faultOf(` ${word.toUpperCase()} `)).toBe(reserved(word.toUpperCase()));
		}
	});

	test.each(["_api_", "- Login -", "ａｐｉ", "sign_up", "D_o_c"])(
		"is refused for %j, whose address would be a reserved word",
		(name) => {
			expect(faultOf(name)).toBe(reserved(name));
		},
	);

	test.each([
		["is digits only", NUMERIC, ["2048", "123", "1_2", "０１２", "½"]],
		["is digits of other scripts only", NOTHING_LEFT, ["٣٤٥"]],
		["has characters besides", CHARACTERS, ["My.App", "a/b", "<b>", "Ben's", "c++", "a@b", "x;y"]],
		["has an emoji or an invisible character", CHARACTERS, ["🌱 Garden", "\u200bab", "a\u202eb"]],
		[
			"has characters besides, and would have a reserved address",
			CHARACTERS,
			["🌱 App", "Git!", "/api"],
		],
		["leaves nothing of an address", NOTHING_LEFT, ["___", "---", "アプリ", "приложение"]],
		["is none", "App name is required", ["", "   ", "\u00a0\u3000", undefined]],
		["is too long", "Please use at most 60 characters.", ["x".repeat(61), "x".repeat(300)]],
	])("is refused where it %s", (_what, fault, names) => {
		for (const name of names) expect(faultOf(name), name).toBe(fault);
	});

	test("is judged by the same rules when an app is renamed", () => {
		for (const name of ["dashboard", "2048", "a.b", "___", "", "x".repeat(61)]) {
			expect(renameAppSchema.safeParse({ name }).error?.issues[0]?.message).toBe(faultOf(name));
		}
	});

	test("compares trimmed and without case or width", () => {
		expect(appNameKey(" MY App ")).toBe(appNameKey("my app"));
		expect(appNameKey("ＡＢＣ")).toBe(appNameKey("abc"));
		expect(appNameKey("Cafe\u0301")).toBe(appNameKey("Café"));
		expect(appNameKey("my app")).not.toBe(appNameKey("my app 2"));
	});
});

test("the id that a page draws must be a UUID", () => {
	for (const request_id of ["", "1", "x".repeat(10_000), undefined, ["a"]]) {
		const result = createAppSchema.safeParse({ name: "Pocket Garden", request_id });
		expect(result.error?.issues[0]?.message).toBe(
			"This page is out of date. Please reload it and try again.",
		);
	}
});

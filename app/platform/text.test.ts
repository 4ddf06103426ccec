import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { signInSchema, signUpSchema } from "#app/accounts/credentials.ts";
import { line, text } from "./text.ts";

const UNREADABLE =
	"This has characters that can't be read (null bytes or broken encoding). Please remove them and try again.";
const REQUIRED = "Please write something.";
const schema = z.object({
	content: text({ max: 5, required: REQUIRED }),
	note: text({ max: 5 }),
});

function form(entries: Record<string, string | File | (string | File)[]>): FormData {
	const data = new FormData();
	for (const [name, value] of Object.entries(entries)) {
		for (const one of [value].flat()) data.append(name, one);
	}
	return data;
}

function parse(entries: Parameters<typeof form>[0]) {
	const submission = parseWithZod(form(entries), { schema });
	return submission.status === "success"
		? { value: submission.value, error: null }
		: { value: null, error: submission.error };
}

describe("a text that a form carries", () => {
	test("is taken as it was typed", () => {
		expect(parse({ content: " a\n\tb" }).value).toEqual({ content: " a\n\tb", note: "" });
	});

	test.each([
		["a null byte", "a\u0000b"],
		["an escape", "a\u001b[1"],
		["the sign for broken UTF-8", "a\ufffdb"],
		["half of a surrogate pair", "a\ud83cb"],
		["the other half", "a\udf31b"],
	])("is refused with %s", (_what, value) => {
		expect(parse({ content: value }).error).toEqual({ content: [UNREADABLE] });
		expect(parse({ content: "a", note: value }).error).toEqual({ note: [UNREADABLE] });
	});

	test("may have the line breaks and page breaks of a word processor", () => {
		expect(parse({ content: "a\u000bb\u000cc" })).toMatchObject({
			value: { content: "a\nb\nc" },
			error: null,
		});
	});

	test("is refused when its bytes were not UTF-8", async () => {
		const request = new Request("http://localhost/", {
			method: "POST",
			headers: { "Content-Type": "application/x-www-form-urlencoded" },
			body: "content=a%FF%FEb",
		});
		const submission = parseWithZod(await request.formData(), { schema });
		expect(submission.status).toBe("error");
		expect(submission.reply().error).toEqual({ content: [UNREADABLE] });
	});

	test("counts an emoji as one character, and what is made of several as several", () => {
		expect(parse({ content: "🌱🌱🌱🌱🌱" }).value?.content).toBe("🌱🌱🌱🌱🌱");
		expect(parse({ content: "🌱🌱🌱🌱🌱🌱" }).error).toEqual({
			content: ["Please use at most 5 characters."],
		});
	});

	test.each(["", " ", "\n\t ", "\u00a0", "\u3000\u2003"])("is missing when it is %j", (value) => {
		expect(parse({ content: value }).error).toEqual({ content: [REQUIRED] });
	});

	test.each(["\u200b", "\u200e \u2060", "\ufeff", "\u00ad", "\u3164"])(
		"is missing when nothing of it can be seen: %j",
		(value) => {
			expect(parse({ content: value }).error).toEqual({ content: [REQUIRED] });
		},
	);

	test("may have what can't be seen beside what can, as Persian and emoji do", () => {
		for (const content of ["می\u200cخ", "\u200fa", "👩\u200d🔬"]) {
			expect(parse({ content }).value?.content).toBe(content);
		}
	});

	test("is missing when the form has no such field", () => {
		expect(parse({ other: "x" }).error).toEqual({ content: [REQUIRED] });
	});

	test.each<[string, Parameters<typeof form>[0]]>([
		["several of one name", { content: ["a", "b"] }],
		["a list", { "content[0]": "a", "content[1]": "b" }],
		["an object", { "content.title": "a" }],
		["a file", { content: new File(["hello"], "policy.md", { type: "text/markdown" }) }],
	])("is one text and not %s", (_what, entries) => {
		expect(parse(entries).error).toEqual({ content: ["Please enter a single text here."] });
	});

	test("on one line loses its line breaks and outer spaces", () => {
		const name = line({ max: 20, required: REQUIRED });
		expect(name.parse("  a\r\n b\u00a0\u2028c ")).toBe("a b c");
		expect(name.safeParse("\r\n").error?.issues[0]?.message).toBe(REQUIRED);
	});
});

describe("field names that reach for the prototype", () => {
	const names = [
		"__proto__",
		"__proto__.polluted",
		"__proto__[polluted]",
		"__proto__[0]",
		"constructor.prototype.polluted",
		"constructor[prototype][polluted]",
		"prototype.polluted",
		"content.__proto__.polluted",
		"content[__proto__][polluted]",
		"[0].__proto__.polluted",
		"toString",
		"hasOwnProperty",
	];

	test.each(names)("pollute nothing and add nothing to what a form says: %s", (name) => {
		const before = Object.getOwnPropertyNames(Object.prototype);
		expect(parseWithZod(form({ [name]: "yes" }), { schema }).reply()).toBeDefined();
		const submission = parseWithZod(form({ content: "a", [name]: "yes" }), { schema });
		expect(submission.reply()).toBeDefined();
		if (submission.status === "success") {
			expect(Object.keys(submission.value).sort()).toEqual(["content", "note"]);
		} else {
			expect(submission.error).toEqual({ content: ["Please enter a single text here."] });
		}
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
		expect(([] as unknown as Record<string, unknown>).polluted).toBeUndefined();
		expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
	});
});

describe("an e-mail address", () => {
	function emailOf(email: string) {
		const result = signInSchema.safeParse({ email, password: "secret" });
		return result.success ? result.data.email : result.error.issues[0]?.message;
	}

	test("is trimmed and put in lower case", () => {
		expect(emailOf("  Jane@Example.COM ")).toBe("jane@example.com");
	});

	test.each([
		"jane",
		"jane@",
		"@example.com",
		"jane@example",
		"jane@exam ple.com",
		"jane@example.c",
		"a@b@example.com",
		"jane@example.com,eve@example.com",
		"jane@example.com\r\nBcc: eve@example.com",
		"Jane <jane@example.com>",
	])("is refused when it is %j", (email) => {
		expect(emailOf(email)).toBe("Please enter a valid email address");
	});

	test("is asked for when it is empty", () => {
		expect(emailOf("")).toBe("Please enter your e-mail address.");
		expect(emailOf("   ")).toBe("Please enter your e-mail address.");
	});
});

describe("a new account", () => {
	function faults(entries: Record<string, string>) {
		const submission = parseWithZod(form(entries), { schema: signUpSchema });
		return submission.status === "success" ? null : submission.error;
	}
	const email = "jane@example.com";

	const [shortest, longest] = ["123456", "x".repeat(200)];

	test.each([
		[
			"needs a password of at least 6 characters",
			"12345",
			"Password must be at least 6 characters long",
		],
		["takes a password of 6 characters", shortest, undefined],
		["takes a password of 200 characters", longest, undefined],
		["takes no longer password", `${longest}x`, "Please use at most 200 characters."],
	])("%s", (_title, password, fault) => {
		const expected = fault ? { password: [fault] } : null;
		expect(faults({ email, password, confirm_password: password })).toEqual(expected);
	});

	test("needs the same password twice", () => {
		expect(faults({ email, password: shortest, confirm_password: "123457" })).toEqual({
			confirm_password: ["Passwords do not match"],
		});
	});

	test("keeps the spaces of a password", () => {
		const submission = parseWithZod(
			form({ email, password: "  pass  ", confirm_password: "  pass  " }),
			{ schema: signUpSchema },
		);
		expect(submission.status === "success" && submission.value.password).toBe("  pass  ");
	});
});

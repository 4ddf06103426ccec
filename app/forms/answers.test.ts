import { describe, expect, test } from "vitest";
import { newMessage } from "#app/conversations/emails/new-message.ts";
import { composeEmail } from "#app/platform/mail/email.ts";
import { createField } from "../../tests/kit/world/form.ts";
import { checkAnswers } from "./answers.ts";
import { FIELD_TYPE_IDS, type FormField } from "./form-rules.ts";
import { CONTROL, controlName, readAnswers, valuesOf } from "./visitor-form.ts";

const email = createField({ id: "email", type: "email", label: "Email", required: true });
const INVALID_EMAIL = "Please enter a valid email address";
const UNREADABLE = /characters that can't be read/;

function check(fields: FormField[], values: Record<string, string>) {
	return checkAnswers([email, ...fields], new Map(Object.entries({ email: "v@x.org", ...values })));
}

function faults(fields: FormField[], values: Record<string, string>): Record<string, string> {
	const checked = check(fields, values);
	return checked.ok ? {} : Object.fromEntries(checked.errors);
}

function kept(fields: FormField[], values: Record<string, string>) {
	const checked = check(fields, values);
	if (!checked.ok) throw new Error(JSON.stringify([...checked.errors]));
	return checked.value;
}

function storedAs(field: FormField, value: string): string | undefined {
	return kept([field], { [field.id]: value }).answers[1]?.value;
}

describe("a required field", () => {
	test.each(["", "   ", "\r\n\t", "\u00a0\u3000", "\u200b\u2060"])(
		"that holds %j is told by its label",
		(value) => {
			for (const type of FIELD_TYPE_IDS) {
				const field = createField({ id: "a", type, label: "Your wish", required: true });
				expect(faults([field], { a: value })).toEqual({ a: "Your wish is required" });
			}
		},
	);

	test("that did not come is told too, the e-mail address included", () => {
		const checked = checkAnswers([email, createField({ id: "a", required: true })], new Map());
		expect(checked).toEqual({
			ok: false,
			errors: new Map([
				["email", "Email is required"],
				["a", "a is required"],
			]),
		});
	});

	test("may stay empty when it is not required", () => {
		const fields = FIELD_TYPE_IDS.map((type) => createField({ id: `my-${type}`, type }));
		const { answers } = kept(fields, { "my-text": "  " });
		expect(answers.slice(1).map(({ value }) => value)).toEqual(fields.map(() => ""));
	});
});

describe("the length of an answer", () => {
	test.each([
		["text", 200],
		["textarea", 5_000],
	] as const)("in a %s is at most %i characters, counted as people count", (type, max) => {
		const field = createField({ id: "a", type });
		expect(faults([field], { a: "🌱".repeat(max) })).toEqual({});
		expect(faults([field], { a: `  ${"a".repeat(max)}  ` })).toEqual({});
		const tooLong = `Please use at most ${max} characters.`;
		expect(faults([field], { a: "🌱".repeat(max + 1) })).toEqual({ a: tooLong });
		expect(faults([field], { a: "a".repeat(1_000_000) })).toEqual({ a: tooLong });
	});

	test("in an e-mail address is at most 254", () => {
		const address = (length: number) => `${"a".repeat(length - 6)}@x.org`;
		expect(faults([], { email: address(254) })).toEqual({});
		expect(faults([], { email: address(255) })).toEqual({
			email: "Please use at most 254 characters.",
		});
	});
});

describe("a select", () => {
	const select = createField({ id: "s", type: "select", options: ["Small", "Très grand", "🌱"] });

	test.each(["Small", "Très grand", "🌱", " Small "])("takes %j, which it offers", (value) => {
		expect(storedAs(select, value)).toBe(value.trim());
	});

	test.each(["small", "Medium", "Small,🌱", "constructor", "__proto__", "0"])(
		"refuses %j, which it does not",
		(value) => {
			expect(faults([select], { s: value })).toEqual({ s: "Please choose one of the options." });
		},
	);
});

describe("the visitor's address", () => {
	test.each([
		"jane@example.com",
		"jane.doe+tag@mail.example.co.uk",
		"o'brien@example.ie",
		"!#$%&'*+-/=?^_`{|}~@example.org",
		"1@a-b.example",
		"jürgen@müller.example",
		"用户@例子.公司",
		"jane@xn--mller-kva.example",
		"jane@sub.sub.sub.example.museum",
	])("may be %s", (address) => {
		expect(kept([], { email: address }).email).toBe(address);
	});

	test("is kept trimmed, in lower case, and without what nobody sees", () => {
		const typed = "\t \u200BJane.DOE@Exam\u00ADple.COM\u2060 \n";
		expect(kept([], { email: typed }).email).toBe("jane.doe@example.com");
	});

	test.each([
		"jane",
		"jane@",
		"@example.com",
		"jane@example",
		"jane@example.",
		"jane@example.com.",
		"jane@@example.com",
		"jane@a@example.com",
		"jane@example.com, eve@example.com",
		"jane@example.com;eve@example.com",
		"jane@example.com eve@example.com",
		"Jane <jane@example.com>",
		'"jane doe"@example.com',
		"jane(comment)@example.com",
		"jane@[127.0.0.1]",
		"mailto:jane@example.com",
	])("may not be %s", (address) => {
		expect(faults([], { email: address })).toEqual({ email: INVALID_EMAIL });
	});

	test.each([
		"jane@example.com\nBcc: eve@example.com",
		"jane@example.com\r\nBcc:eve@example.com",
		"jane@example.com\u2028Bcc:eve@example.com",
		"jane\n@example.com",
		"jane\u0085@example.com",
		"jane@exa\u007fmple.com",
		"jane@example.com\u0000",
		"ja\u000bne@example.com",
	])("holds no header of its own: %j", (address) => {
		expect(Object.keys(faults([], { email: address }))).toEqual(["email"]);
	});
});

describe("the visitor's name", () => {
	test.each(["Name", "name", "Your full NAME", "Username", "Surname"])(
		"is what stands in the first text field called %s",
		(label) => {
			const fields = [
				createField({ id: "long", type: "textarea", label: "Name" }),
				createField({ id: "city", label: "City" }),
				createField({ id: "who", label }),
				createField({ id: "pet", label: "Pet's name" }),
			];
			const values = { long: "no", city: "Rome", who: " Jane  Doe ", pet: "Rex" };
			expect(kept(fields, values).name).toBe("Jane Doe");
		},
	);

	test("is empty where no text field asks for it", () => {
		expect(kept([createField({ id: "city", label: "City" })], { city: "Rome" }).name).toBe("");
	});

	test("is one line, whatever was sent", () => {
		const name = createField({ id: "n", label: "Name" });
		const sent = "Jane\r\nBcc: eve@example.com\u2028Subject: x";
		expect(kept([name], { n: sent }).name).toBe("Jane Bcc: eve@example.com Subject: x");
	});
});

describe("what is sent beside the fields", () => {
	test("is dropped, whatever it is called", () => {
		const sent = { a: "kept", b: "dropped", __proto__: "dropped", constructor: "dropped" };
		const { answers } = kept([createField({ id: "a" })], sent);
		expect(answers.map(({ id, value }) => [id, value])).toEqual([
			["email", "v@x.org"],
			["a", "kept"],
		]);
	});

	test("is kept under the ids __proto__ and constructor where the form has such fields", () => {
		const ids = ["__proto__", "constructor", "hasOwnProperty"];
		const formData = new FormData();
		formData.set(controlName("email"), "v@x.org");
		for (const id of ids) formData.set(controlName(id), `value of ${id}`);
		const fields = [email, ...ids.map((id) => createField({ id, required: true }))];
		const checked = checkAnswers(fields, valuesOf(formData));
		if (!checked.ok) throw new Error("It was refused");
		expect(checked.value.answers.slice(1).map(({ id, value }) => [id, value])).toEqual(
			ids.map((id) => [id, `value of ${id}`]),
		);
		const empty = checkAnswers(fields, new Map());
		expect(!empty.ok && [...empty.errors.keys()]).toEqual(["email", ...ids]);
		expect(({} as Record<string, unknown>).value).toBeUndefined();
	});

	test("cannot stand in for the controls of the page", () => {
		const formData = new FormData();
		formData.append(controlName(CONTROL.honeypot), "an answer to a field called website");
		formData.append(controlName("a"), "first");
		formData.append(controlName("a"), "second");
		formData.append(controlName("a"), new File(["x"], "x.txt"));
		expect(readAnswers(formData).honeypot).toBe("");
		expect(valuesOf(formData)).toEqual(
			new Map([
				["website", "an answer to a field called website"],
				["a", "first"],
			]),
		);
	});
});

test("null bytes and broken encoding are told at their field", () => {
	const fields = [createField({ id: "a" }), createField({ id: "b", type: "textarea" })];
	for (const value of ["a\u0000b", "a\u0008b", "a\ufffdb", "a\ud800b"]) {
		expect(faults(fields, { a: value, b: value })).toEqual({
			a: expect.stringMatching(UNREADABLE),
			b: expect.stringMatching(UNREADABLE),
		});
	}
});

test("a long text keeps its line breaks, each as one", () => {
	const field = createField({ id: "a", type: "textarea" });
	expect(storedAs(field, " one\r\n\r\ntwo\rthree ")).toBe("one\n\ntwo\nthree");
});

test("no line break that was typed reaches a mail's subject", () => {
	const letter = newMessage({
		name: "",
		formTitle: "Contact\nBcc: a@b.example",
		appName: "Garden\r\nBcc: c@d.example\u0085",
		email: "jane@example.com\u2028Bcc: e@f.example",
		paragraphs: ["Hello"],
		url: "https://smallprint.example",
	});
	const { subject } = composeEmail(letter);
	expect(subject).not.toMatch(/[\r\n\u0085\u2028\u2029]/);
	expect(subject).toContain("wrote to Garden Bcc:");
});

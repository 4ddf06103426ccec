import { describe, expect, test } from "vitest";
import { checkAnswers } from "./answers.ts";
import { defaultFields, defaultFormTitle, formSlug, parseOptions } from "./form-rules.ts";
import { createFormSchema, formSchema, updateFormSchema } from "./schema.ts";

const REQUEST_ID = "0b7d8d2e-4f3a-4c7e-9f5e-2d1c0b9a8f7e";
const RESERVED = "This title is reserved. Please choose a different title.";

type Typed = {
	id: string;
	type?: string;
	label?: string;
	placeholder?: string;
	required?: boolean;
	options?: string;
};

const email: Typed = { id: "email", type: "email", label: "Email" };

function field(traits: Typed) {
	return { type: "text", label: "Name", ...traits };
}

function parse(value: { title?: unknown; fields?: unknown }) {
	return formSchema.safeParse({ title: "Contact", fields: [email], ...value });
}

function faults(value: Parameters<typeof parse>[0]): string[] {
	return parse(value).error?.issues.map(({ message }) => message) ?? [];
}

/** What is wrong with these fields, after one for the address. */
function faultsOf(...fields: Typed[]): string[] {
	return faults({ fields: [email, ...fields] });
}

function parsed(...fields: Typed[]) {
	return formSchema.parse({ title: "Contact", fields }).fields;
}

describe("the title of a form", () => {
	test.each([undefined, "", "   ", "\u200b"])("%j is refused as missing", (title) => {
		expect(faults({ title })).toEqual(["Please provide a form title"]);
	});

	test.each(["documents", "forms", "api", "admin", "index", "home", "main"])(
		"%s is reserved in any case, with spaces around it, and as a slug",
		(title) => {
			for (const form of [title, ` ${title.toUpperCase()} `, `${title}!`, `-${title}-`]) {
				expect(faults({ title: form })).toEqual([RESERVED]);
			}
			expect(faults({ title: `${title} form` })).toEqual([]);
		},
	);

	test("is one line of at most 200 characters, counted as people count", () => {
		expect(formSchema.parse({ title: " Ask\r\nus ", fields: [email] }).title).toBe("Ask us");
		expect(faults({ title: "🌱".repeat(200) })).toEqual([]);
		expect(faults({ title: "🌱".repeat(201) })).toEqual(["Please use at most 200 characters."]);
	});
});

describe("the fields of a form", () => {
	test.each([
		["at least one in their list", [], "Please add at least one field."],
		["at least one where no list was sent", undefined, "Please add at least one field."],
		["an e-mail address", [field({ id: "a" })], "Form must have at least one email field"],
		["a label", [email, field({ id: "a", label: " " })], "Please give this field a label."],
		[
			"a type that there is",
			[email, field({ id: "a", type: "file" })],
			"Please choose a field type.",
		],
	])("must have %s", (_what, fields, fault) => {
		expect(faults({ fields })).toEqual([fault]);
	});

	test("have a required e-mail address: the first one, whatever was ticked", () => {
		const fields = parsed(field({ id: "a" }), email, { ...email, id: "other" });
		expect(fields.map(({ required }) => required)).toEqual([false, true, false]);
	});

	test("may be 30 and not one more", () => {
		const fields = Array.from({ length: 30 }, (_, n) => ({ ...email, id: `f${n}` }));
		expect(faults({ fields })).toEqual([]);
		expect(faultsOf(...fields)).toEqual(["Please use at most 30 fields."]);
	});

	test("are told apart by their ids", () => {
		for (const id of [email.id, "", "a b", "a.b", "<b>", "a".repeat(65)]) {
			expect(faultsOf(field({ id }))).toHaveLength(1);
		}
	});

	test("may have ids that JavaScript's objects have as well", () => {
		const ids = ["__proto__", "constructor", "toString"];
		const fields = parsed(email, ...ids.map((id) => field({ id })));
		expect(fields.map(({ id }) => id)).toEqual(["email", ...ids]);
	});

	test("have a label of one line", () => {
		expect(parsed({ ...email, label: " One\r\nline " })).toMatchObject([{ label: "One line" }]);
	});
});

describe("the options of a select", () => {
	const select = (options?: string) =>
		field({ id: "s", type: "select", label: 'The "best" one', options });

	test.each([undefined, "", " \n\t\r\n "])("%j are none, and refused by its label", (options) => {
		const message = 'Select field "The "best" one" must have at least one option';
		const { error } = parse({ fields: [email, select(options)] });
		expect(error?.issues).toMatchObject([{ path: ["fields", 1, "options"], message }]);
	});

	test("stand one on a line, without blank and repeated ones", () => {
		const [, one] = parsed(email, select(" A \r\n\nB,  still B\nA\n🌱\r\n"));
		expect(one?.options).toEqual(["A", "B, still B", "🌱"]);
		expect(parseOptions("one")).toEqual(["one"]);
	});

	test("are 100 at most", () => {
		const lines = (count: number) => Array.from({ length: count }, (_, n) => `o${n}`).join("\n");
		expect(faultsOf(select(lines(100)))).toEqual([]);
		expect(faultsOf(select(lines(101)))).toEqual(["Please use at most 100 options."]);
	});

	test("can be chosen, however long the builder takes them", () => {
		const long = "I agree that ".repeat(40).trim();
		const answers = new Map([
			["email", "v@x.org"],
			["s", long],
		]);
		expect(checkAnswers(parsed(email, select(long)), answers)).toMatchObject({
			ok: true,
			value: { answers: [{}, { value: long }] },
		});
	});

	test("are dropped when the field is of another type", () => {
		expect(parsed({ ...email, options: "A\nB" })).toMatchObject([{ options: [] }]);
	});
});

test("a new form begins with fields that can be published as they are", () => {
	const fields = defaultFields().map((one) => ({ ...one, options: one.options.join("\n") }));
	expect(faults({ title: defaultFormTitle("Pocket Garden"), fields })).toEqual([]);
	expect(fields.map(({ label, type, required }) => [label, type, required])).toEqual([
		["Name", "text", true],
		["Email", "email", true],
		["Message", "textarea", true],
	]);
});

test("a title that leaves nothing of a slug is at form", () => {
	expect(formSlug("お問い合わせ")).toBe("form");
	expect(formSlug("Café & Crème")).toBe("cafe-creme");
});

test("what the page draws comes back with the form", () => {
	const form = { title: "Contact", fields: [email] };
	expect(createFormSchema.safeParse({ ...form, request_id: REQUEST_ID }).success).toBe(true);
	expect(createFormSchema.safeParse({ ...form, request_id: "1" }).success).toBe(false);
	expect(updateFormSchema.parse({ ...form, revision: "3" }).revision).toBe(3);
	for (const revision of ["0", "-1", "1.5", "x", undefined]) {
		expect(updateFormSchema.safeParse({ ...form, revision }).success).toBe(false);
	}
});

import { describe, expect, test } from "vitest";
import { defaultFields, defaultFormTitle, formSlug, parseOptions } from "./form-rules.ts";
import { createFormSchema, formSchema, updateFormSchema } from "./schema.ts";

const REQUEST_ID = "0b7d8d2e-4f3a-4c7e-9f5e-2d1c0b9a8f7e";
const RESERVED = "This title is reserved. Please choose a different title.";
const NO_EMAIL = "Form must have at least one email field";

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

function parse(value: { title?: unknown; description?: unknown; fields?: unknown }) {
	return formSchema.safeParse({ title: "Contact", fields: [email], ...value });
}

function faults(value: Parameters<typeof parse>[0]): string[] {
	const result = parse(value);
	return result.success ? [] : result.error.issues.map(({ message }) => message);
}

function fieldsOf(value: Parameters<typeof parse>[0]) {
	return formSchema.parse({ title: "Contact", fields: [email], ...value }).fields;
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
	test.each([[[]], [undefined]])("%j are too few", (fields) => {
		expect(faults({ fields })).toEqual(["Please add at least one field."]);
	});

	test("must have an e-mail address among them", () => {
		expect(faults({ fields: [field({ id: "a" })] })).toEqual([NO_EMAIL]);
	});

	test("have a required e-mail address: the first one, whatever was ticked", () => {
		const second = { ...email, id: "other" };
		const fields = fieldsOf({ fields: [field({ id: "a" }), email, second] });
		expect(fields.map(({ required }) => required)).toEqual([false, true, false]);
	});

	test("may be 30 and not one more", () => {
		const fields = Array.from({ length: 30 }, (_, n) => ({ ...email, id: `f${n}` }));
		expect(faults({ fields })).toEqual([]);
		expect(faults({ fields: [...fields, field({ id: "more" })] })).toEqual([
			"Please use at most 30 fields.",
		]);
	});

	test("are told apart by their ids", () => {
		expect(faults({ fields: [email, email] })).toHaveLength(1);
		for (const id of ["", "a b", "a.b", "<b>", "a".repeat(65)]) {
			expect(faults({ fields: [email, field({ id })] })).toHaveLength(1);
		}
	});

	test("may have ids that JavaScript's objects have as well", () => {
		const ids = ["__proto__", "constructor", "toString"];
		const fields = fieldsOf({ fields: [email, ...ids.map((id) => field({ id }))] });
		expect(fields.map(({ id }) => id)).toEqual(["email", ...ids]);
	});

	test("need a label, of one line", () => {
		expect(faults({ fields: [email, field({ id: "a", label: " " })] })).toEqual([
			"Please give this field a label.",
		]);
		const [, labelled] = fieldsOf({ fields: [email, field({ id: "a", label: " One\r\nline " })] });
		expect(labelled?.label).toBe("One line");
	});

	test("are of a type that there is", () => {
		expect(faults({ fields: [email, field({ id: "a", type: "file" })] })).toEqual([
			"Please choose a field type.",
		]);
	});
});

describe("the options of a select", () => {
	const select = (options?: string) =>
		field({ id: "s", type: "select", label: 'The "best" one', options });

	test.each([undefined, "", " \n\t\r\n "])("%j are none, and refused by its label", (options) => {
		const result = parse({ fields: [email, select(options)] });
		expect(result.error?.issues).toMatchObject([
			{
				path: ["fields", 1, "options"],
				message: 'Select field "The "best" one" must have at least one option',
			},
		]);
	});

	test("stand one on a line, without blank and repeated ones", () => {
		const [, one] = fieldsOf({ fields: [email, select(" A \r\n\nB,  still B\nA\n🌱\r\n")] });
		expect(one?.options).toEqual(["A", "B, still B", "🌱"]);
		expect(parseOptions("one")).toEqual(["one"]);
	});

	test("are 100 at most", () => {
		const lines = (count: number) => Array.from({ length: count }, (_, n) => `o${n}`).join("\n");
		expect(faults({ fields: [email, select(lines(100))] })).toEqual([]);
		expect(faults({ fields: [email, select(lines(101))] })).toEqual([
			"Please use at most 100 options.",
		]);
	});

	test("are dropped when the field is of another type", () => {
		const [, one] = fieldsOf({ fields: [email, field({ id: "a", options: "A\nB" })] });
		expect(one?.options).toEqual([]);
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

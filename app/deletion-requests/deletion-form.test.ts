import { expect, test } from "vitest";
import { checkAnswers } from "#app/forms/answers.ts";
import { deletionFields, FIELD, SCOPES, scopeOf } from "./deletion-form.ts";
import { DAYS_MAX, LABEL_MAX, LIST_MAX, STEPS_MAX } from "./page-rules.ts";
import { deletionPageSchema } from "./schema.ts";

const WHOLE = deletionFields({ identifierLabel: "User name", offersPart: true });
const ANSWERS: Record<"scope" | "email" | "identifier" | "note", string> = {
	scope: SCOPES.part,
	email: "Vera@Example.com",
	identifier: "vera",
	note: "",
};

function check(change: Partial<typeof ANSWERS>) {
	return checkAnswers(WHOLE, new Map(Object.entries({ ...ANSWERS, ...change })));
}

test.each([
	["what is asked for", {}, null],
	["no choice of what is deleted", { scope: "" }, FIELD.scope],
	["another choice than the two", { scope: "Everything" }, FIELD.scope],
	["no address", { email: " " }, FIELD.email],
	["a note of 2,000 characters", { note: "🌱".repeat(2_000) }, null],
	["a longer note", { note: "a".repeat(2_001) }, FIELD.note],
	["a longer identifier than any short text", { identifier: "a".repeat(201) }, FIELD.identifier],
])("a request with %s is taken or refused at its field", (_what, change, fault) => {
	const checked = check(change);
	expect(checked.ok ? [] : [...checked.errors.keys()]).toEqual(fault ? [fault] : []);
});

test("the scope is the whole account unless somebody chose a part of the data", () => {
	const asked = (change: Partial<typeof ANSWERS>) => {
		const checked = check(change);
		return checked.ok && scopeOf(checked.value.answers);
	};
	expect([asked({}), asked({ scope: SCOPES.account })]).toEqual(["part", "account"]);
	const short = deletionFields({ identifierLabel: "", offersPart: false });
	expect(short.map(({ id }) => id)).toEqual([FIELD.email, FIELD.note]);
	expect(scopeOf([])).toBe("account");
});

const TEXTS = {
	steps: " ",
	deleted: "Everything",
	kept: "Nothing is kept.",
	identifier_label: " User \n name ",
	days: "30",
	offers_part: true,
	revision: "0",
};

test("the owner's texts are trimmed, and the steps and the second field may be left out", () => {
	expect(deletionPageSchema.parse(TEXTS)).toEqual({
		steps: "",
		deleted: "Everything",
		kept: "Nothing is kept.",
		identifierLabel: "User name",
		days: 30,
		offersPart: true,
		revision: 0,
	});
});

test.each([
	["deleted", ""],
	["deleted", "\u200B \n"],
	["deleted", "a".repeat(LIST_MAX + 1)],
	["kept", undefined],
	["kept", "a".repeat(LIST_MAX + 1)],
	["steps", "a".repeat(STEPS_MAX + 1)],
	["identifier_label", "a".repeat(LABEL_MAX + 1)],
	["days", "0"],
	["days", String(DAYS_MAX + 1)],
	["days", "2.5"],
	["days", "a week"],
	["revision", "-1"],
	["revision", undefined],
])("a page with %s of %j is refused with a sentence", (name, value) => {
	const { error } = deletionPageSchema.safeParse({ ...TEXTS, [name]: value });
	expect(error?.issues.map(({ path: [field] }) => field)).toEqual([name]);
	expect(error?.issues[0]?.message).toMatch(/^(Please|This page) .*\.$/);
});

import { describe, expect, test } from "vitest";
import { createField } from "../../tests/kit/world/form.ts";
import { checkAnswers } from "./answers.ts";

const email = createField({ id: "email", type: "email", label: "Email", required: true });

describe("a further e-mail field", () => {
	const other = createField({ id: "other", type: "email" });

	test("takes any text, because only the first must be an address", () => {
		const values = new Map([
			["email", "v@x.org"],
			["other", "ask my sister"],
		]);
		expect(checkAnswers([email, other], values)).toMatchObject({
			ok: true,
			value: { email: "v@x.org", answers: [{}, { value: "ask my sister" }] },
		});
		const checked = checkAnswers(
			[other, email],
			new Map([
				["other", "no address"],
				["email", "v@x.org"],
			]),
		);
		expect(checked.ok).toBe(false);
	});

	test("must be an address in the site's own support form, as each one there", () => {
		const values = new Map([
			["email", "v@x.org"],
			["other", "ask my sister"],
		]);
		const checked = checkAnswers([email, other], values, { everyEmail: true });
		expect(!checked.ok && [...checked.errors]).toEqual([
			["other", "Please enter a valid email address"],
		]);
	});
});

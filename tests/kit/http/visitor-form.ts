import { askQuestion } from "#app/forms/question.server.ts";
import { CONTROL, controlName } from "#app/forms/visitor-form.ts";
import { sumOf } from "../question.ts";
import { answersTo, type TestForm } from "../world/form.ts";
import type { Values } from "./client.ts";

export { questionIn, sumOf } from "../question.ts";

/** The post of a form's first page, filled in. */
export function firstPage(form: TestForm, texts: Parameters<typeof answersTo>[1] = {}): Values {
	return {
		[CONTROL.revision]: String(form.revision),
		[CONTROL.honeypot]: "",
		...namesOf(answersTo(form, texts)),
	};
}

/** The same values with a new captcha of this form and its right answer. */
export function secondPage(form: TestForm, texts: Parameters<typeof answersTo>[1] = {}): Values {
	const { token, text } = askQuestion(form.id, new Date());
	return { ...firstPage(form, texts), [CONTROL.question]: token, [CONTROL.answer]: sumOf(text) };
}

/** Renames answers from field ids to the names on the page. */
export function namesOf(answers: Map<string, string>): Values {
	return Object.fromEntries([...answers].map(([id, value]) => [controlName(id), value]));
}

/** A sum as somebody may write it: with spaces around. */
export function inSpaces(sum: string): string {
	return ` ${sum} `;
}

/** The same in full-width digits, which Japanese keyboards type. */
export function inFullWidth(sum: string): string {
	return sum.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
}

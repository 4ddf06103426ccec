import { askQuestion } from "#app/forms/question.server.ts";
import { CONTROL, controlName } from "#app/forms/visitor-form.ts";
import { sumOf } from "../question.ts";
import { answersTo, type TestForm } from "../world/form.ts";
import type { Values } from "./client.ts";

export { questionIn, sumOf } from "../question.ts";

/** A form's first page, filled in, as its post. */
export function firstPage(form: TestForm, texts: Parameters<typeof answersTo>[1] = {}): Values {
	return {
		[CONTROL.revision]: String(form.revision),
		[CONTROL.honeypot]: "",
		...namesOf(answersTo(form, texts)),
	};
}

/** The same with a new question of this form and its right answer. */
export function secondPage(form: TestForm, texts: Parameters<typeof answersTo>[1] = {}): Values {
	const { token, text } = askQuestion(form.id, new Date());
	return { ...firstPage(form, texts), [CONTROL.question]: token, [CONTROL.answer]: sumOf(text) };
}

/** Answers by field id as the page names them. */
export function namesOf(answers: Map<string, string>): Values {
	return Object.fromEntries([...answers].map(([id, value]) => [controlName(id), value]));
}

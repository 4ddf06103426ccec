import type { FormField } from "#app/forms/form-rules.ts";
import { CONTROL } from "#app/forms/visitor-form.ts";
import { AnswerProblems } from "./answer-problems.tsx";
import { Honeypot } from "./honeypot.tsx";
import { PublicFields } from "./public-fields.tsx";

type PublicFormProps = {
	description: string;
	fields: FormField[];
	revision: number;
	/** What was typed, by field id. */
	values: Map<string, string>;
	errors: Map<string, string>;
	/** What is wrong with the whole rather than with one field. */
	problem: string | null;
};

/** A support form as its visitors see it: plain HTML, and every text from the server. */
export function PublicForm({
	description,
	fields,
	revision,
	values,
	errors,
	problem,
}: PublicFormProps) {
	const hasError = problem !== null || errors.size > 0;
	return (
		<>
			{hasError && <title>Error: please check the form</title>}
			{description && (
				<p className="lead" dir="auto">
					{description}
				</p>
			)}
			{hasError && (
				<AnswerProblems className="problems" fields={fields} errors={errors} problem={problem} />
			)}
			<form method="post" noValidate>
				<input type="hidden" name={CONTROL.revision} value={revision} />
				<Honeypot className="away" />
				<PublicFields fields={fields} values={values} errors={errors} />
				<p>
					<button type="submit">Send</button>
				</p>
			</form>
		</>
	);
}

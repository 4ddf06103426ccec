import type { FormField } from "~/schemas/form-rules";
import { CONTROL, controlName } from "~/schemas/visitor-form";
import { PublicFields } from "./public-fields";

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
			{hasError && <title>Error: please look at the form again</title>}
			{description && (
				<p className="lead" dir="auto">
					{description}
				</p>
			)}
			{hasError && <Problems fields={fields} errors={errors} problem={problem} />}
			<form method="post" noValidate>
				<input type="hidden" name={CONTROL.revision} value={revision} />
				<Honeypot />
				<PublicFields fields={fields} values={values} errors={errors} />
				<p>
					<button type="submit">Send</button>
				</p>
			</form>
		</>
	);
}

type ProblemsProps = Pick<PublicFormProps, "fields" | "errors" | "problem">;

function Problems({ fields, errors, problem }: ProblemsProps) {
	return (
		<div className="problems" role="alert" aria-labelledby="problems">
			<h2 id="problems">There is a problem</h2>
			<ul>
				{problem && <li>{problem}</li>}
				{fields
					.filter((field) => errors.has(field.id))
					.map((field) => (
						<li key={field.id}>
							<a href={`#${controlName(field.id)}`}>{errors.get(field.id)}</a>
						</li>
					))}
			</ul>
		</div>
	);
}

/** Away from sight, keyboard and screen readers; what fills it in is no person. */
function Honeypot() {
	return (
		<div className="away" aria-hidden="true">
			<label htmlFor={CONTROL.honeypot}>Leave this empty</label>
			<input id={CONTROL.honeypot} name={CONTROL.honeypot} tabIndex={-1} autoComplete="off" />
		</div>
	);
}

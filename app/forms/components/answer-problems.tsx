import { useId } from "react";
import type { FormField } from "#app/forms/form-rules.ts";
import { controlName } from "#app/forms/visitor-form.ts";

type AnswerProblemsProps = {
	/** The two stylesheets have a box each. */
	className: "problems" | "error-summary";
	fields: FormField[];
	/** What is wrong, by field id. */
	errors: Map<string, string>;
	/** What is wrong with the whole rather than with one field. */
	problem: string | null;
};

/** What is wrong with a visitor's answers, each text leading to its field. */
export function AnswerProblems({ className, fields, errors, problem }: AnswerProblemsProps) {
	const headingId = useId();
	return (
		<div className={className} role="alert" aria-labelledby={headingId}>
			<h2 id={headingId}>There is a problem</h2>
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

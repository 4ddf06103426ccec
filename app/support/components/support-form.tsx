import type { ReactNode } from "react";
import { AnswerProblems } from "#app/forms/components/answer-problems.tsx";
import { Honeypot } from "#app/forms/components/honeypot.tsx";
import { PublicFields } from "#app/forms/components/public-fields.tsx";
import type { FormField } from "#app/forms/form-rules.ts";
import { CONTROL } from "#app/forms/visitor-form.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";

export type OpenSupportForm = {
	title: string;
	description: string;
	fields: FormField[];
	revision: number;
	/** What is known of whoever is signed in, by field id. */
	known: [string, string][];
	requestId: string;
};

type SupportFormProps = {
	form: OpenSupportForm;
	/** What was typed, by field id; what is known when nothing was. */
	values?: Map<string, string>;
	errors?: Map<string, string>;
	/** What is wrong with the whole rather than with one field. */
	problem?: string | null;
	/** Buttons beside the one that sends. */
	children?: ReactNode;
};

const NONE = new Map<string, string>();

/** The site's own support form: plain HTML that posts to /support from wherever it stands. */
export function SupportForm({
	form,
	values = new Map(form.known),
	errors = NONE,
	problem = null,
	children,
}: SupportFormProps) {
	const hasError = problem !== null || errors.size > 0;
	return (
		<>
			{hasError && (
				<AnswerProblems
					className="error-summary"
					fields={form.fields}
					errors={errors}
					problem={problem}
				/>
			)}
			<form method="post" action={paths.support} className="form" noValidate>
				<input type="hidden" name={CONTROL.request} value={form.requestId} />
				<input type="hidden" name={CONTROL.revision} value={form.revision} />
				<PublicFields fields={form.fields} values={values} errors={errors} />
				<Honeypot className="visually-hidden" />
				<div className="cluster">
					<Button variant="primary">Send Message</Button>
					{children}
				</div>
			</form>
		</>
	);
}

import type { ReactNode } from "react";
import type { FormField } from "#app/forms/form-rules.ts";
import { CONTROL, controlName } from "#app/forms/visitor-form.ts";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { Problems } from "#app/ui/field/problems.tsx";
import { PublicFields } from "./public-fields.tsx";

/** The class names in each of the two stylesheets. */
const CLASSES = {
	visitor: { problems: "problems", form: undefined, honeypot: "away" },
	app: { problems: "error-summary", form: "form", honeypot: "visually-hidden" },
} as const;

export type AnswerFormProps = {
	stylesheet: keyof typeof CLASSES;
	action?: string;
	fields: FormField[];
	revision: number;
	/** What was typed, by field id. */
	values: Map<string, string>;
	errors: Map<string, string>;
	/** A problem with the whole form rather than with one field. */
	problem: string | null;
	/** What stands in place of a field's usual control and label, by field id. */
	own?: Record<string, ReactNode>;
	/** Has the browser hold back an incomplete form, where an error page would close a dialog. */
	isHeldBack?: boolean;
	/** The buttons and any further hidden fields. */
	children: ReactNode;
};

/** A form for people without an account. Plain HTML with all texts by the server. */
export function AnswerForm(props: AnswerFormProps) {
	const { stylesheet, action, fields, revision, values, errors, problem } = props;
	const { own, isHeldBack = false, children } = props;
	const classes = CLASSES[stylesheet];
	return (
		<>
			{(problem !== null || errors.size > 0) && (
				<Problems
					className={classes.problems}
					problems={[
						...(problem ? [{ text: problem, target: null }] : []),
						...fields.flatMap(({ id }) => {
							const text = errors.get(id);
							return text ? [{ text, target: controlName(id) }] : [];
						}),
					]}
				/>
			)}
			<form method="post" action={action} className={classes.form} noValidate={!isHeldBack}>
				<HiddenFields values={{ [CONTROL.revision]: String(revision) }} />
				<div className={classes.honeypot} aria-hidden="true" lang="en">
					{/* Text browsers show it. */}
					<label htmlFor={CONTROL.honeypot}>
						Leave this empty: it is here for programs that fill in every field
					</label>
					<input id={CONTROL.honeypot} name={CONTROL.honeypot} tabIndex={-1} autoComplete="off" />
				</div>
				<PublicFields
					fields={fields}
					values={values}
					errors={errors}
					own={own}
					isHeldBack={isHeldBack}
				/>
				{children}
			</form>
		</>
	);
}

type PublicFormProps = Omit<AnswerFormProps, "stylesheet" | "action" | "children"> & {
	/** The page's title in the browser. */
	pageTitle: string;
	description: string;
};

/** An app's form as visitors see it. */
export function PublicForm({ pageTitle, description, ...props }: PublicFormProps) {
	const hasError = props.problem !== null || props.errors.size > 0;
	return (
		<>
			<title>{hasError ? `Error: ${pageTitle}` : pageTitle}</title>
			{description && (
				<p className="lead typed" dir="auto">
					{description}
				</p>
			)}
			<AnswerForm stylesheet="visitor" {...props}>
				<p lang="en">
					<button type="submit">Send</button>
				</p>
			</AnswerForm>
		</>
	);
}

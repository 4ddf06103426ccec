import type { FormField } from "~/schemas/form-rules";
import { CONTROL, controlName } from "~/schemas/visitor-form";

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
				{fields.map((field) => (
					<PublicField
						key={field.id}
						field={field}
						value={values.get(field.id) ?? ""}
						error={errors.get(field.id)}
					/>
				))}
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

function PublicField({
	field,
	value,
	error,
}: {
	field: FormField;
	value: string;
	error: string | undefined;
}) {
	const id = controlName(field.id);
	const control = {
		id,
		name: id,
		defaultValue: value,
		dir: "auto",
		"aria-required": field.required || undefined,
		"aria-invalid": error ? true : undefined,
		"aria-describedby": error ? `${id}-error` : undefined,
	} as const;
	return (
		<div className="field">
			<label htmlFor={id} dir="auto">
				{field.label}
				{field.required && (
					<span className="required" aria-hidden="true">
						{" "}
						*
					</span>
				)}
			</label>
			<Control field={field} control={control} />
			{error && (
				<p className="field-error" id={`${id}-error`}>
					{error}
				</p>
			)}
		</div>
	);
}

type ControlProps = { id: string; name: string; defaultValue: string };

function Control({ field, control }: { field: FormField; control: ControlProps }) {
	const placeholder = field.placeholder || undefined;
	switch (field.type) {
		case "textarea":
			return <textarea {...control} rows={4} placeholder={placeholder} />;
		case "select":
			return (
				<select {...control}>
					<option value="">{field.placeholder || "Please choose"}</option>
					{field.options.map((option) => (
						<option key={option}>{option}</option>
					))}
				</select>
			);
		case "email":
			return <input {...control} type="email" autoComplete="email" placeholder={placeholder} />;
		default:
			return (
				<input
					{...control}
					type="text"
					autoComplete={/\bname\b/i.test(field.label) ? "name" : undefined}
					placeholder={placeholder}
				/>
			);
	}
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

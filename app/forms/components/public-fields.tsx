import { Fragment, type ReactNode } from "react";
import type { FormField } from "#app/forms/form-rules.ts";
import { controlName } from "#app/forms/visitor-form.ts";

type PublicFieldsProps = {
	fields: FormField[];
	/** What was typed, by field id. */
	values: Map<string, string>;
	errors: Map<string, string>;
	/** What stands in place of a field's usual control and label, by field id. */
	own?: Record<string, ReactNode>;
	/** Whether the browser checks them before the server does. */
	isHeldBack?: boolean;
};

/** The fields of a form as visitors see them. */
export function PublicFields({ fields, values, errors, own, isHeldBack }: PublicFieldsProps) {
	return fields.map((field) => (
		<Fragment key={field.id}>
			{own?.[field.id] ?? (
				<PublicField
					field={field}
					value={values.get(field.id) ?? ""}
					error={errors.get(field.id)}
					isHeldBack={isHeldBack}
				/>
			)}
		</Fragment>
	));
}

function PublicField({
	field,
	value,
	error,
	isHeldBack,
}: {
	field: FormField;
	value: string;
	error: string | undefined;
	isHeldBack: boolean | undefined;
}) {
	const id = controlName(field.id);
	const control = {
		id,
		name: id,
		// For the builder's preview; visitors' pages style the element itself.
		className: "input",
		defaultValue: value,
		dir: "auto",
		required: (isHeldBack && field.required) || undefined,
		"aria-required": field.required || undefined,
		"aria-invalid": error ? true : undefined,
		"aria-describedby": error ? `${id}-error` : undefined,
	} as const;
	return (
		<div className="field">
			<label htmlFor={id} dir="auto">
				<LabelText field={field} />
			</label>
			<Control field={field} control={control} />
			{error && (
				<p className="field-error" id={`${id}-error`} lang="en">
					{error}
				</p>
			)}
		</div>
	);
}

function LabelText({ field }: { field: FormField }) {
	return (
		<>
			{field.label}
			{field.required && (
				<span className="required" aria-hidden="true">
					{" "}
					*
				</span>
			)}
		</>
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
					<option value="" lang={placeholder ? undefined : "en"}>
						{placeholder ?? "Please choose"}
					</option>
					{field.options.map((option) => (
						<option key={option}>{option}</option>
					))}
				</select>
			);
		case "email":
			return <input {...control} type="email" autoComplete="email" placeholder={placeholder} />;
		case "text":
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

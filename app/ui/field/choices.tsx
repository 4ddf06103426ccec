import type { FieldMetadata } from "@conform-to/react";
import { Field, type FieldLabels } from "./field.tsx";

type SelectFieldProps<Schema> = FieldLabels<Schema> & {
	options: readonly { value: string; label: string }[];
	/** Replaces the form's initial value. */
	defaultValue?: string;
	/** The id of its form, if it stands outside of it. */
	form?: string;
};

/** One of several options, as a drop-down list. */
export function SelectField<Schema>(props: SelectFieldProps<Schema>) {
	const {
		field,
		options,
		form,
		defaultValue = String(field.initialValue ?? ""),
		...shared
	} = props;
	return (
		<Field field={field} {...shared}>
			<select
				className="input"
				id={field.id}
				name={field.name}
				form={form}
				defaultValue={defaultValue}
				key={field.key}
			>
				{options.map(({ value, label }) => (
					<option key={value} value={value}>
						{label}
					</option>
				))}
			</select>
		</Field>
	);
}

type CheckFieldProps<Schema> = {
	field: FieldMetadata<Schema>;
	label: string;
	isChecked?: boolean;
};

export function CheckField<Schema>({
	field,
	label,
	isChecked = field.initialValue === "on",
}: CheckFieldProps<Schema>) {
	return (
		<label className="choice">
			<input type="checkbox" name={field.name} defaultChecked={isChecked} key={field.key} />
			{label}
		</label>
	);
}

type ChoicesProps = {
	/** Belongs to the first choice, so that the error summary can link to it. */
	id: string;
	name: string;
	legend: string;
	value: string;
	choices: { value: string; label: string; hint?: string }[];
};

/** One of several options, as radio buttons. */
export function Choices({ id, name, legend, value, choices }: ChoicesProps) {
	return (
		<fieldset className="choices">
			<legend>{legend}</legend>
			{choices.map((choice, at) => (
				<label key={choice.value} className="choice">
					<input
						type="radio"
						id={at === 0 ? id : undefined}
						name={name}
						value={choice.value}
						defaultChecked={choice.value === value}
					/>
					<span>
						{choice.label}
						{choice.hint && <span className="hint choice-hint">{choice.hint}</span>}
					</span>
				</label>
			))}
		</fieldset>
	);
}

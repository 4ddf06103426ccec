import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { useState } from "react";
import { MOVE, positionName } from "#app/forms/builder-controls.ts";
import { FIELD_TYPE_IDS, FIELD_TYPES, type FieldType } from "#app/forms/form-rules.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckField, SelectField } from "#app/ui/field/choices.tsx";
import { TextareaField, TextField } from "#app/ui/field/field.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { type DraftField, type DraftForm, nameOf } from "./draft.ts";
import { idOf } from "./use-next-focus.ts";

type FieldEditorProps = {
	field: FieldMetadata<DraftField, DraftForm>;
	/** The id of the control that gets the focus, if one of the list's buttons was pressed. */
	next: string | null;
	index: number;
	count: number;
	form: FormMetadata<DraftForm>;
	listName: string;
};

/** A field in the builder, with its buttons and, behind Edit, its settings. */
export function FieldEditor({ field, next, index, count, form, listName }: FieldEditorProps) {
	const settings = field.getFieldset();
	const type = (settings.type.value ?? settings.type.initialValue ?? "text") as FieldType;
	const name = nameOf(settings.label.value ?? settings.label.initialValue);
	const isRequired = (settings.required.value ?? settings.required.initialValue) === "on";
	// Without JavaScript, the type may change while the page stays.
	const typeName = FIELD_TYPES[type]?.label ?? type;
	const kind = isRequired ? `${typeName}, required` : typeName;
	const isHydrated = useHydrated();
	const hasOptions = FIELD_TYPES[type]?.choices === "options" || !isHydrated;
	// A new field is open, and must stay open while its label is typed.
	const [isNew] = useState(name === "New Field");
	const move = (to: number) => ({
		...form.reorder.getButtonProps({ name: listName, from: index, to }),
		...control(to < index ? idOf.up(field) : idOf.down(field)),
	});
	// Where no script moves the focus, the page that the press brings does.
	function control(id: string) {
		return { id, autoFocus: id === next };
	}
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in view
		<div
			className="field-editor"
			role="group"
			aria-label={name}
			tabIndex={-1}
			{...control(idOf.whole(field))}
		>
			<input type="hidden" name={settings.id.name} value={settings.id.initialValue} />
			<div className="cluster field-buttons">
				<Button
					{...move(index - 1)}
					className="button-s"
					disabled={index === 0}
					aria-label={`Move ${name} up`}
				>
					↑
				</Button>
				<Button
					{...move(index + 1)}
					className="button-s"
					disabled={index === count - 1}
					aria-label={`Move ${name} down`}
				>
					↓
				</Button>
				<Button
					{...form.remove.getButtonProps({ name: listName, index })}
					variant="danger"
					className="button-s"
					aria-label={`Delete ${name}`}
				>
					<span className="at-width">Delete</span>
					<span className="at-narrow">×</span>
				</Button>
			</div>
			<details open={!field.valid || isNew}>
				<summary aria-label={`Edit ${name} ${kind}`}>
					<span className="field-edit">Edit</span> <strong dir="auto">{name}</strong>{" "}
					<span className="field-kind">{kind}</span>
				</summary>
				<div className="form">
					<TextField
						field={settings.label}
						label="Label"
						dir="auto"
						autoFocus={settings.label.id === next}
					/>
					<SelectField
						field={settings.type}
						label="Type"
						options={FIELD_TYPE_IDS.map((value) => ({ value, label: FIELD_TYPES[value].label }))}
						defaultValue={type}
					/>
					<TextField field={settings.placeholder} label="Placeholder" dir="auto" />
					<div hidden={!hasOptions}>
						<TextareaField
							field={settings.options}
							label="Options"
							hint="For a choice from a list: one option per line."
							rows={4}
							dir="auto"
						/>
					</div>
					<CheckField field={settings.required} label="Required" isChecked={isRequired} />
					{count > 1 && <MoveToPosition label={name} index={index} count={count} />}
				</div>
			</details>
		</div>
	);
}

type MoveToPositionProps = { label: string; index: number; count: number };

/** A way over many fields at once. The server moves the field, because it reads what was typed. */
function MoveToPosition({ label, index, count }: MoveToPositionProps) {
	const id = positionName(index);
	return (
		<div className="field">
			<label htmlFor={id}>Move to position</label>
			<div className="cluster">
				{/* By its key, a field that has moved shows where it is now. */}
				<input
					key={index}
					className="input position"
					type="number"
					id={id}
					name={id}
					min={1}
					max={count}
					defaultValue={index + 1}
				/>
				<span className="muted">of {count}</span>
				<Button name={MOVE} value={index} className="button-s" aria-label={`Move ${label}`}>
					Move
				</Button>
			</div>
		</div>
	);
}

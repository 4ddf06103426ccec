import type { FieldMetadata, FormMetadata, SubmissionResult } from "@conform-to/react";
import { Fragment } from "react";
import { Button } from "#app/ui/button/button.tsx";
import { type DraftField, type DraftForm, newDraftField } from "./draft.ts";
import { FieldEditor } from "./field-editor.tsx";
import { ADD_FIELD, useNextFocus } from "./use-next-focus.ts";

/** A field that was just deleted, and where it was. */
export type DeletedField = { index: number; field: DraftField };

type FieldListProps = {
	form: FormMetadata<DraftForm>;
	fields: FieldMetadata<DraftField[], DraftForm>;
	newFieldId: string;
	result: SubmissionResult | undefined;
	deleted: DeletedField | undefined;
};

/** The builder's list of fields, with Add Field and, where one was just deleted, Undo. */
export function FieldList({ form, fields, newFieldId, result, deleted }: FieldListProps) {
	const list = fields.getFieldList();
	const next = useNextFocus(result, list);
	const undo = deleted && (
		<li className="deleted-field" key="deleted">
			<span role="status">
				<strong dir="auto">{deleted.field.label}</strong> is deleted.
			</span>
			<Button
				{...form.insert.getButtonProps({
					name: fields.name,
					index: deleted.index,
					defaultValue: deleted.field,
				})}
				className="button-s"
				aria-label={`Undo: bring ${deleted.field.label} back`}
			>
				Undo
			</Button>
		</li>
	);
	return (
		<fieldset className="plain-fieldset" aria-describedby={fields.errorId}>
			<legend>
				<h2>Fields</h2>
			</legend>
			{fields.errors && (
				<p className="field-error" id={fields.errorId}>
					{fields.errors.join(" ")}
				</p>
			)}
			<ol className="field-list" id={fields.id}>
				{list.map((field, index) => (
					<Fragment key={field.key}>
						{index === deleted?.index && undo}
						<li>
							<FieldEditor
								field={field as FieldMetadata<DraftField, DraftForm>}
								next={next}
								index={index}
								count={list.length}
								form={form}
								listName={fields.name}
							/>
						</li>
					</Fragment>
				))}
				{deleted && deleted.index >= list.length && undo}
			</ol>
			<Button
				{...form.insert.getButtonProps({
					name: fields.name,
					defaultValue: { ...newDraftField(), id: newFieldId },
				})}
				id={ADD_FIELD}
			>
				Add Field
			</Button>
		</fieldset>
	);
}

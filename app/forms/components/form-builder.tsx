import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { type ReactNode, useState } from "react";
import { FORM_TITLE_MAX, type FormField, newField } from "#app/forms/form-rules.ts";
import type { Reply } from "#app/http/reply.ts";
import { Button } from "#app/ui/button/button.tsx";
import { EnterButton } from "#app/ui/button/enter-button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { TextareaField, TextField } from "#app/ui/field/field.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { useKeptForm } from "#app/ui/field/use-kept-form.ts";
import { PreviewTabs } from "#app/ui/tabs/tabs.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { FieldEditor } from "./field-editor.tsx";
import { FormPreview } from "./form-preview.tsx";
import { ADD_FIELD, useNextFocus } from "./use-next-focus.ts";

/** A field as inputs hold it: one option per line, and a checkbox is "on" or "". */
export type DraftField = Omit<FormField, "required" | "options"> & {
	required: string;
	options: string;
};

export type DraftForm = { title: string; description: string; fields: DraftField[] };

export type PreviewedForm = { title: string; description: string; fields: FormField[] };

export type BuilderProps = {
	actionData?: Reply<{ preview: PreviewedForm }>;
	hidden: Record<string, string>;
	/** The id of the next field that Add Field adds. */
	newFieldId: string;
	submitLabel: string;
	/** Shown above the tabs. */
	children?: ReactNode;
};

type BuilderFrameProps = BuilderProps & {
	form: FormMetadata<DraftForm>;
	fields: ReturnType<FormMetadata<DraftForm>["getFieldset"]>;
	/** Discards what was restored after a reload, if anything was. */
	discard: (() => void) | null;
	titleHint?: string;
	/** The title of the error summary when the server gives none. */
	errorTitle?: string;
	/** Whether a form without a title or fields can't be sent (product.md, V3). */
	needsContent?: boolean;
	/** Settings besides the fields. */
	settings?: ReactNode;
};

/** Converts a stored form to a draft. */
export function draftOf(form: PreviewedForm): DraftForm {
	return {
		title: form.title,
		description: form.description,
		fields: form.fields.map((field) => ({
			...field,
			required: field.required ? "on" : "",
			options: field.options.join("\n"),
		})),
	};
}

/**
 * The frame of every form builder. Submit buttons add, move and remove fields, so that it works
 * without JavaScript. Nothing can be dragged: no engine lets people select text with the mouse in
 * an element that can be, and Firefox puts the caret at the beginning.
 */
export function BuilderFrame({
	form,
	fields,
	discard,
	actionData,
	hidden,
	newFieldId,
	submitLabel,
	titleHint,
	errorTitle,
	needsContent,
	settings,
	children,
}: BuilderFrameProps) {
	const isHydrated = useHydrated();
	const [isTitleEmpty, setIsTitleEmpty] = useState(isBlank(fields.title.initialValue));
	const preview = actionData?.preview;
	const list = fields.fields.getFieldList();
	const next = useNextFocus(actionData?.result, list);
	const lacksContent = needsContent && isHydrated && (isTitleEmpty || list.length === 0);

	return (
		<CheckedForm
			form={form}
			errorTitle={actionData?.title ?? errorTitle}
			discard={discard}
			preventScrollReset
		>
			<EnterButton label={submitLabel} />
			<HiddenFields values={hidden} />
			{children}
			<PreviewTabs
				verb="Build"
				isPreview={preview !== undefined}
				isEmpty={isHydrated && isTitleEmpty}
			/>
			<div className="form" hidden={preview !== undefined}>
				<TextField
					field={fields.title}
					label="Form title"
					hint={titleHint}
					dir="auto"
					maxLength={FORM_TITLE_MAX}
					onInput={(event) => setIsTitleEmpty(event.currentTarget.value.trim() === "")}
				/>
				<TextareaField field={fields.description} label="Description" rows={2} dir="auto" />
				<fieldset className="plain-fieldset" aria-describedby={fields.fields.errorId}>
					<legend>
						<h2>Fields</h2>
					</legend>
					{fields.fields.errors && (
						<p className="field-error" id={fields.fields.errorId}>
							{fields.fields.errors.join(" ")}
						</p>
					)}
					<ol className="field-list" id={fields.fields.id}>
						{list.map((field, index) => (
							<li key={field.key}>
								<FieldEditor
									field={field as FieldMetadata<DraftField, DraftForm>}
									next={next}
									index={index}
									count={list.length}
									form={form}
									listName={fields.fields.name}
								/>
							</li>
						))}
					</ol>
					<Button
						{...form.insert.getButtonProps({
							name: fields.fields.name,
							defaultValue: { ...draftField(), id: newFieldId },
						})}
						id={ADD_FIELD}
					>
						Add Field
					</Button>
				</fieldset>
				{settings}
			</div>
			{preview && <FormPreview {...preview} />}
			<div className="cluster">
				<Button variant="primary" disabled={lacksContent}>
					{submitLabel}
				</Button>
			</div>
		</CheckedForm>
	);
}

function draftField(): DraftField {
	return { ...newField(), required: "", options: "" };
}

/** The type is unknown because a field that was sent twice comes back as a list. */
function isBlank(value: unknown): boolean {
	return String(value ?? "").trim() === "";
}

type FormBuilderProps = BuilderProps & { defaultValue: DraftForm };

/** The builder of an app's form. */
export function FormBuilder({ defaultValue, ...props }: FormBuilderProps) {
	const kept = useKeptForm<DraftForm>({
		id: "form",
		lastResult: props.actionData?.result,
		defaultValue,
		hidden: props.hidden,
	});
	return (
		<BuilderFrame {...props} {...kept} titleHint="The address follows the title." needsContent />
	);
}

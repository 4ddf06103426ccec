import type { FormMetadata } from "@conform-to/react";
import { type ReactNode, useState } from "react";
import { FORM_TITLE_MAX } from "#app/forms/form-rules.ts";
import type { Reply } from "#app/http/reply.ts";
import { Button } from "#app/ui/button/button.tsx";
import { EnterButton } from "#app/ui/button/enter-button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { TextareaField, TextField } from "#app/ui/field/field.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { useKeptForm } from "#app/ui/field/use-kept-form.ts";
import { PreviewTabs } from "#app/ui/tabs/tabs.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { AnswersByMail } from "./answers-by-mail.tsx";
import { type DraftAppForm, type DraftForm, type PreviewedForm, previewOf } from "./draft.ts";
import { type DeletedField, FieldList } from "./field-list.tsx";
import { FormPreview } from "./form-preview.tsx";
import { FormTexts } from "./form-texts.tsx";

export type BuilderProps = {
	actionData?: Reply<{ preview: PreviewedForm; deleted: DeletedField }>;
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

/**
 * The frame of every form builder. Submit buttons add, move and remove fields, so that it works
 * without JavaScript. With JavaScript, the preview in wide windows follows what is typed. Nothing can
 * be dragged: in an element that can be, no engine lets people select text with the mouse, and Firefox
 * puts the caret at the beginning.
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
	const hasFields = fields.fields.getFieldList().length > 0;
	const lacksContent = needsContent && isHydrated && (isTitleEmpty || !hasFields);

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
				current={preview === undefined ? "verb" : "preview"}
				isEmpty={isHydrated && isTitleEmpty}
			/>
			<div className={preview ? undefined : "builder-beside"}>
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
					<FieldList
						form={form}
						fields={fields.fields}
						newFieldId={newFieldId}
						result={actionData?.result}
						deleted={actionData?.deleted}
					/>
					{settings}
				</div>
				{/* In the markup from the beginning, so that nothing moves once the scripts are there. */}
				<FormPreview
					{...(preview ?? previewOf(form.value ?? {}))}
					hint={preview || isHydrated ? null : "Press Preview to see here what you changed."}
				/>
			</div>
			<div className="cluster">
				<Button variant="primary" disabled={lacksContent}>
					{submitLabel}
				</Button>
			</div>
		</CheckedForm>
	);
}

/** The type is unknown because a field that was sent twice comes back as a list. */
function isBlank(value: unknown): boolean {
	return String(value ?? "").trim() === "";
}

type FormBuilderProps = BuilderProps & {
	defaultValue: DraftAppForm;
	/** Whether mail that answers ours reaches this server. */
	isMailTaken: boolean;
};

/** The builder of an app's form. */
export function FormBuilder({ defaultValue, isMailTaken, ...props }: FormBuilderProps) {
	const { form, fields, ...kept } = useKeptForm<DraftAppForm>({
		id: "form",
		lastResult: props.actionData?.result,
		defaultValue,
		hidden: props.hidden,
	});
	return (
		<BuilderFrame
			{...props}
			{...kept}
			form={form as FormMetadata<DraftForm>}
			fields={fields}
			titleHint="The address follows the title."
			needsContent
			settings={
				<>
					<FormTexts fields={fields} />
					<AnswersByMail field={fields.answers_by_mail} isMailTaken={isMailTaken} />
				</>
			}
		/>
	);
}

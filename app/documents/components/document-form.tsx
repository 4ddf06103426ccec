import { type FormEvent, lazy, type ReactNode, useEffect, useId, useState } from "react";
import type { Report } from "#app/checks/report.server.ts";
import {
	CONTENT_TOO_LONG,
	isContentWithinLimit,
	TITLE_MAX,
} from "#app/documents/document-rules.ts";
import { DraftStatus } from "#app/documents/drafts/draft-status.tsx";
import { draftFields, useAutosave } from "#app/documents/drafts/use-autosave.ts";
import { findGaps } from "#app/documents/editing/gaps.ts";
import { countWords } from "#app/documents/editing/word-count.ts";
import type { Reply } from "#app/http/reply.ts";
import type { Comparison as Compared } from "#app/platform/markdown/compare/compare.ts";
import { EnterButton } from "#app/ui/button/enter-button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { TextareaField, TextField } from "#app/ui/field/field.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { textOf } from "#app/ui/field/text-of.ts";
import { useKeptForm } from "#app/ui/field/use-kept-form.ts";
import { PreviewTabs } from "#app/ui/tabs/tabs.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { type Address, AddressField } from "./address-field.tsx";
import { FormatToolbar } from "./format-toolbar.tsx";
import { GapList } from "./gap-list.tsx";
import { HowItIsRead } from "./how-it-is-read.tsx";
import { ChangesInstead, PreviewBeside, PreviewInstead } from "./previews.tsx";
import { SaveRow } from "./save-row.tsx";
import { useLivePreview } from "./use-live-preview.ts";
import { AboutVersion } from "./version-fields.tsx";

// An editor is open for a while before its text is checked.
const CheckBox = lazy(async () => {
	const { CheckBox } = await import("#app/checks/components/check-box.tsx");
	return { default: CheckBox };
});

type Fields = {
	title: string;
	slug: string;
	content: string;
	format: string;
	kind: string;
	applies: string;
	effective_on: string;
	note: string;
	is_small: string;
};

/** What the editor's action returns to it. */
export type EditorReply = Reply<{
	preview: string;
	/** What the text would change in the public one; null if that takes too long. */
	compared: Compared | null;
	/** What the checks say of the text, with its preview. */
	report: Report;
	/** The intent of the press that left something to fill in. */
	asksAboutGaps: string;
	/** Whether the day is nearer than readers are usually promised. */
	isShort: boolean;
	/** The draft's id, if it is what another window saved, and not the document. */
	changedDraftId: string;
}>;

type DocumentFormProps = {
	id: string;
	actionData?: EditorReply;
	defaultValue?: Partial<Fields>;
	address: Address;
	/** Where a text is rendered while it is typed. */
	previewPath: string;
	/** Where a script saves the draft; null if it must not. */
	autosavePath: string | null;
	hidden: Record<string, string>;
	submitLabel: string;
	/** The button that Enter and Ctrl+S press, if it doesn't publish now. */
	submitIntent?: "announce";
	/** The buttons beside it. */
	buttons: (day: string) => ReactNode;
	/** Shown above the fields: generator links, or the banner about another save. */
	children?: ReactNode;
	sampleButton?: ReactNode;
	/** Who is told of a new version, in a sentence. Missing where there is no version yet. */
	telling?: string;
};

/**
 * The editor of a document. Every button but those that format the text is a submit button, so that
 * it works without JavaScript. The tabs show the text as Markdown or as the rendered page; in a wide
 * window, JavaScript shows the page beside the text.
 */
export function DocumentForm(props: DocumentFormProps) {
	const { id, actionData, defaultValue, address, previewPath, hidden, children } = props;
	const { form, fields, ...kept } = useKeptForm<Fields>({
		id,
		lastResult: actionData?.result,
		defaultValue,
		hidden,
	});
	const isHydrated = useHydrated();
	const [isTooLong, setIsTooLong] = useState(false);
	const tooLongId = useId();
	const title = textOf(fields.title.value);
	const content = textOf(fields.content.value);
	const format = textOf(fields.format.value);
	const { preview, compared, isShort, asksAboutGaps: asked } = actionData ?? {};
	const view = viewOf(actionData);
	const live = useLivePreview(previewPath, fields, hidden.document);
	const isBeside = live !== null && view === "verb";
	const report = isBeside ? live.report : actionData?.report;
	const isAsked = asked !== undefined || actionData?.result.initialValue?.with_gaps !== undefined;
	const submitLabel = isAsked ? anyway(props.submitLabel) : props.submitLabel;
	const saved = useAutosave(id, props.autosavePath, actionData);
	const answers = { ...draftFields(saved), ...(isAsked && { with_gaps: "1" }) };
	useSaveKey(id);

	// The server rejects a larger body before any route, and its error page would lose the text.
	function keepWithinLimit(event: FormEvent<HTMLFormElement>) {
		const content = new FormData(event.currentTarget).get("content");
		const fits = typeof content !== "string" || isContentWithinLimit(content);
		setIsTooLong(!fits);
		if (!fits) event.preventDefault();
	}

	return (
		<CheckedForm
			form={form}
			errorTitle={actionData?.title}
			discard={kept.discard}
			encType="multipart/form-data"
			onSubmit={keepWithinLimit}
			preventScrollReset
		>
			{isTooLong && (
				<p className="field-error" role="alert" id={tooLongId}>
					{CONTENT_TOO_LONG}
				</p>
			)}
			<EnterButton label={submitLabel} value={props.submitIntent} />
			<HiddenFields values={{ ...kept.hidden, ...answers }} />
			{children}
			<div className="title-and-address">
				<TextField field={fields.title} label="Title" dir="auto" maxLength={TITLE_MAX} />
				<AddressField field={fields.slug} title={title} address={address} />
			</div>
			<div className="row">
				<PreviewTabs
					verb="Edit"
					current={view}
					isEmpty={isHydrated && content.trim() === ""}
					isPublished={address.slug !== undefined}
				/>
				{props.sampleButton}
			</div>
			<HowItIsRead content={content} format={format} />
			<GapList gaps={findGaps(content)} fieldId={fields.content.id} asked={asked} />
			<div className={isBeside ? "editor-beside" : undefined}>
				<div hidden={view !== "verb"}>
					<TextareaField
						field={fields.content}
						label="Content"
						hint="Paste HTML, Markdown or plain text. In Markdown: ## for a heading, - for a list, [text](address) for a link. At most 200 kB."
						toolbar={<FormatToolbar fieldId={fields.content.id} />}
						rows={22}
						dir="auto"
						className="code"
						spellCheck
						aria-describedby={isTooLong ? tooLongId : undefined}
					/>
				</div>
				{isBeside && <PreviewBeside {...live} isBlank={content.trim() === ""} />}
				{preview !== undefined && <PreviewInstead html={preview} />}
				{compared !== undefined && <ChangesInstead compared={compared} />}
			</div>
			{report && <CheckBox report={report} leavesOutGaps />}
			<AboutVersion fields={fields} title={title} telling={props.telling} isShort={isShort} />
			<SaveRow
				label={submitLabel}
				intent={props.submitIntent}
				words={isHydrated ? countWords(content) : null}
			>
				{props.buttons(textOf(fields.effective_on.value))}
			</SaveRow>
			<DraftStatus {...saved} />
		</CheckedForm>
	);
}

/** Presses the form's own button on Ctrl+S, wherever the focus is. */
function useSaveKey(formId: string) {
	useEffect(() => {
		function save(event: KeyboardEvent) {
			const isSave = event.key.toLowerCase() === "s" && (event.ctrlKey || event.metaKey);
			if (!isSave || event.altKey || event.shiftKey) return;
			event.preventDefault();
			if (event.repeat) return;
			document.querySelector<HTMLElement>(`#${formId} button[type=submit]`)?.click();
		}
		document.addEventListener("keydown", save);
		return () => document.removeEventListener("keydown", save);
	}, [formId]);
}

function anyway(label: string): string {
	return /anyway$/.test(label) ? label : `${label} anyway`;
}

function viewOf({ preview, compared }: Partial<EditorReply> = {}) {
	if (preview !== undefined) return "preview";
	return compared === undefined ? "verb" : "changes";
}

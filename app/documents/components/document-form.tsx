import { type FormEvent, type ReactNode, useId, useState } from "react";
import {
	CONTENT_TOO_LONG,
	isContentWithinLimit,
	TITLE_MAX,
} from "#app/documents/document-rules.ts";
import type { Reply } from "#app/http/reply.ts";
import { frontMatterOf } from "#app/platform/markdown/front-matter.ts";
import { looksLikeHtml } from "#app/platform/markdown/html/looks.ts";
import { Button } from "#app/ui/button/button.tsx";
import { EnterButton } from "#app/ui/button/enter-button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { SelectField } from "#app/ui/field/choices.tsx";
import { TextareaField, TextField } from "#app/ui/field/field.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { useKeptForm } from "#app/ui/field/use-kept-form.ts";
import { Prose } from "#app/ui/prose/prose.tsx";
import { PreviewTabs } from "#app/ui/tabs/tabs.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type Fields = { title: string; content: string; format: string };

type DocumentFormProps = {
	id: string;
	actionData?: Reply<{ preview: string }>;
	defaultValue?: Fields;
	hidden: Record<string, string>;
	submitLabel: string;
	/** Shown above the fields: generator links, or the banner about another save. */
	children?: ReactNode;
	sampleButton?: ReactNode;
};

const FORMAT_OPTIONS = [
	{ value: "", label: "What it looks like" },
	{ value: "html", label: "HTML" },
	{ value: "markdown", label: "Markdown" },
];

/**
 * The editor of a document. Every button is a submit button, so that it works without JavaScript.
 * The tabs show the text as Markdown or as the rendered page.
 */
export function DocumentForm({
	id,
	actionData,
	defaultValue,
	hidden,
	submitLabel,
	children,
	sampleButton,
}: DocumentFormProps) {
	const { form, fields, ...kept } = useKeptForm<Fields>({
		id,
		lastResult: actionData?.result,
		defaultValue,
		hidden,
	});
	const isHydrated = useHydrated();
	const isEmpty = isBlank(fields.content.value);
	const [isTooLong, setIsTooLong] = useState(false);
	const preview = actionData?.preview;
	const tooLongId = useId();

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
			<EnterButton label={submitLabel} />
			<HiddenFields values={kept.hidden} />
			{children}
			<TextField
				field={fields.title}
				label="Title"
				hint="The address follows the title."
				dir="auto"
				maxLength={TITLE_MAX}
			/>
			<div className="row">
				<PreviewTabs
					verb="Edit"
					isPreview={preview !== undefined}
					isEmpty={isHydrated && isEmpty}
				/>
				{sampleButton}
			</div>
			<HowItIsRead content={fields.content.value} format={fields.format.value} />
			<div hidden={preview !== undefined}>
				<TextareaField
					field={fields.content}
					label="Content"
					hint="Paste HTML, Markdown or plain text. In Markdown: ## for a heading, - for a list, [text](address) for a link. At most 200 kB."
					rows={22}
					dir="auto"
					className="code"
					spellCheck
					aria-describedby={isTooLong ? tooLongId : undefined}
				/>
			</div>
			{preview !== undefined && (
				<section className="sheet" aria-label="Preview">
					<Prose html={preview} />
				</section>
			)}
			<SelectField field={fields.format} label="Show the text as" options={FORMAT_OPTIONS} />
			<div className="cluster">
				<Button variant="primary">{submitLabel}</Button>
			</div>
		</CheckedForm>
	);
}

/** Says what the page does with the text that its author may not expect. */
function HowItIsRead({ content, format }: { content: unknown; format: unknown }) {
	const text = typeof content === "string" ? content.replace(/\r\n?/g, "\n") : "";
	const isGuessed = !format && looksLikeHtml(text);
	const isMarkdown = format === "markdown" || (!format && !isGuessed);
	const leftOut = isMarkdown ? frontMatterOf(text).trim() : "";
	return (
		<div role="status">
			{isGuessed && (
				<div className="banner">
					<div>
						This looks like HTML, and is shown as such. If it is Markdown, choose that below the
						text.
					</div>
				</div>
			)}
			{leftOut && (
				<div className="banner">
					<div>
						<p>
							The page leaves out these lines at the top, which are settings of a site generator:
						</p>
						<pre dir="auto">{leftOut}</pre>
					</div>
				</div>
			)}
		</div>
	);
}

/** Takes any value, because a posted list comes back as the field's value. */
function isBlank(value: unknown): boolean {
	return typeof value !== "string" || value.trim() === "";
}

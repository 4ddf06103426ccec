import { DAYS_MAX, LABEL_MAX, LIST_MAX, STEPS_MAX } from "#app/deletion-requests/page-rules.ts";
import type { Reply } from "#app/http/reply.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { CheckField } from "#app/ui/field/choices.tsx";
import { TextareaField, TextField } from "#app/ui/field/field.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { useKeptForm } from "#app/ui/field/use-kept-form.ts";
import { ChangedBanner, readChange } from "#app/ui/frame/changed-banner.tsx";

type Texts = {
	steps: string;
	deleted: string;
	kept: string;
	identifierLabel: string;
	days: number;
	offersPart: boolean;
};

type Values = {
	steps: string;
	deleted: string;
	kept: string;
	identifier_label: string;
	days: string;
	offers_part: string;
};

type PageFormProps = {
	texts: Texts;
	/** 0 before the first save, which opens the page. */
	revision: number;
	appName: string;
	reply: Reply | undefined;
};

const A_LINE_EACH = "A line for each thing.";

/** The form in which an owner writes the deletion page. */
export function PageForm({ texts, revision: stored, appName, reply }: PageFormProps) {
	const { identifierLabel, offersPart, days, ...same } = texts;
	const { changed, revision } = readChange(reply, stored);
	const { form, fields, hidden, discard } = useKeptForm<Values>({
		id: "deletion-page",
		lastResult: reply?.result,
		defaultValue: {
			...same,
			identifier_label: identifierLabel,
			days: String(days),
			offers_part: offersPart ? "on" : "",
		},
		hidden: { revision },
	});
	return (
		<CheckedForm form={form} errorTitle={reply?.title} discard={discard}>
			{changed && (
				<ChangedBanner noun="page" savedAt={changed.savedAt}>
					Your texts are below, and nothing is lost. You can save them over the others.
				</ChangedBanner>
			)}
			<HiddenFields values={hidden} />
			<TextareaField
				field={fields.steps}
				label="How to delete it in the app (optional)"
				hint={`A line for each step, at most ${STEPS_MAX} characters. Leave it empty if the app has no way yet. Apple asks for one in each app in which people make an account.`}
				most={STEPS_MAX}
			/>
			<TextareaField
				field={fields.deleted}
				label="What is deleted"
				hint={`${A_LINE_EACH} Google asks for the types of data.`}
				most={LIST_MAX}
			/>
			<TextareaField
				field={fields.kept}
				label="What is kept, and for how long"
				hint={`${A_LINE_EACH} Write “Nothing is kept.” if that is so.`}
				most={LIST_MAX}
			/>
			<TextField
				field={fields.identifier_label}
				label="A second field, besides the e-mail address (optional)"
				hint={`What you find an account by, such as “User name in ${appName}”.`}
				maxLength={LABEL_MAX}
				autoComplete="off"
			/>
			<TextField
				field={fields.days}
				label="Days in which you delete"
				hint={`From 1 to ${DAYS_MAX}, counted from the day on which the address is proved. The law gives a month in most countries.`}
				inputMode="numeric"
				autoComplete="off"
			/>
			<CheckField
				field={fields.offers_part}
				label="People may ask to have some of their data deleted, and keep the account"
			/>
			<div className="cluster">
				<Button variant="primary">
					{changed ? "Save my texts anyway" : stored === 0 ? "Open the page" : "Save"}
				</Button>
			</div>
		</CheckedForm>
	);
}

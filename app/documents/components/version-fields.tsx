import type { FieldMetadata } from "@conform-to/react";
import type { ChangeEvent, FormEvent } from "react";
import { guessKind, KIND_LABELS, KINDS } from "#app/documents/kind.ts";
import { CheckField, SelectField } from "#app/ui/field/choices.tsx";
import { TextareaField } from "#app/ui/field/field.tsx";

const CHOSEN_KINDS = KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

const FORMAT_OPTIONS = [
	{ value: "", label: "What it looks like" },
	{ value: "html", label: "HTML" },
	{ value: "markdown", label: "Markdown" },
];

type Field = FieldMetadata<string>;

type AboutVersionProps = {
	fields: Record<"format" | "kind" | "applies" | "effective_on" | "note" | "is_small", Field>;
	title: string;
	/** Who is told of a new version, in a sentence. Missing where there is no version yet. */
	telling?: string;
	isShort?: boolean;
};

/** What is said of a text: how it is read, what it is, from when it applies, and what changed. */
export function AboutVersion({ fields, title, telling, isShort = false }: AboutVersionProps) {
	return (
		<div className="about-version">
			<SelectField field={fields.format} label="Show the text as" options={FORMAT_OPTIONS} />
			<KindField field={fields.kind} title={title} />
			<AppliesField applies={fields.applies} day={fields.effective_on} isShort={isShort} />
			{telling !== undefined && (
				<ChangeFields note={fields.note} isSmall={fields.is_small} telling={telling} />
			)}
		</div>
	);
}

/** What a document is. Without a choice, its title tells. */
function KindField({ field, title }: { field: Field; title: string }) {
	const told = title.trim() && `: ${KIND_LABELS[guessKind(title)]}`;
	const options = [{ value: "", label: `As its title says${told}` }, ...CHOSEN_KINDS];
	return <SelectField field={field} label="Kind of document" options={options} />;
}

type AppliesFieldProps = {
	applies: Field;
	day: Field;
	/** Whether the day is near, so that announcing it needs a tick. */
	isShort: boolean;
};

/**
 * Whether a text applies at once or from a day, and that day. Where scripts run, one answer follows
 * the other; without them, the server asks if the two contradict each other.
 */
function AppliesField({ applies, day, isShort }: AppliesFieldProps) {
	const initial = applies.initialValue === "from" ? "from" : "at_once";
	return (
		<fieldset>
			<legend>When does it apply?</legend>
			<div className="applies" key={applies.key}>
				<label className="choice">
					<input
						type="radio"
						id={applies.id}
						name={applies.name}
						value="at_once"
						defaultChecked={initial === "at_once"}
						onChange={emptyDay}
					/>
					At once
				</label>
				<label className="choice">
					<input
						type="radio"
						name={applies.name}
						value="from"
						defaultChecked={initial === "from"}
					/>
					From
				</label>
				<input
					className="input"
					type="date"
					key={day.key}
					id={day.id}
					name={day.name}
					defaultValue={day.initialValue}
					placeholder="YYYY-MM-DD"
					onInput={chooseFrom}
					aria-label="Day"
					aria-invalid={day.errors ? true : undefined}
					aria-describedby={day.errors ? day.errorId : undefined}
				/>
			</div>
			{day.errors && (
				<p className="field-error" id={day.errorId}>
					{day.errors.join(" ")}
				</p>
			)}
			{isShort && (
				<label className="choice">
					<input type="checkbox" name="short_notice" />I know
				</label>
			)}
		</fieldset>
	);
}

function emptyDay({ currentTarget }: ChangeEvent<HTMLInputElement>) {
	const day = currentTarget.form?.elements.namedItem("effective_on");
	if (day instanceof HTMLInputElement) day.value = "";
}

function chooseFrom({ currentTarget }: FormEvent<HTMLInputElement>) {
	const applies = currentTarget.form?.elements.namedItem("applies");
	if (applies instanceof RadioNodeList && currentTarget.value !== "") applies.value = "from";
}

type ChangeFieldsProps = {
	note: Field;
	isSmall: Field;
	/** Who is told of a new version, in a sentence. */
	telling: string;
};

/** What the owner says of a change, and whether those who asked are told of it. */
function ChangeFields({ note, isSmall, telling }: ChangeFieldsProps) {
	return (
		<div className="stack-s">
			<TextareaField
				field={note}
				label="What changed?"
				hint="Subscribers and the history show it. At most 500 characters."
				rows={2}
				dir="auto"
				className="note"
				spellCheck
			/>
			<CheckField field={isSmall} label="A small correction: tell nobody" />
			<p className="hint">{telling}</p>
		</div>
	);
}

import type { FormField } from "#app/forms/form-rules.ts";

/** The title of each app's deletion form, in the owner's lists and in mails. */
export const DELETION_TITLE = "Delete account and data";

/** The ids of its fields, which never change. */
export const FIELD = {
	scope: "scope",
	email: "email",
	identifier: "identifier",
	note: "note",
} as const;

/** What somebody asks to have deleted, in the page's words. */
export const SCOPES = {
	account: "My account and all its data",
	part: "Some of my data; the account stays",
} as const;

type Scope = keyof typeof SCOPES;

/** The most characters of a note, fewer than of other long answers. */
const NOTE_MAX = 2_000;

/** Returns the fields of an app's deletion form, in their order. */
export function deletionFields(page: {
	identifierLabel: string;
	offersPart: boolean;
}): FormField[] {
	const { identifierLabel, offersPart } = page;
	const field = { type: "text", placeholder: "", required: false, options: [] } as const;
	return [
		...(offersPart
			? [
					{
						...field,
						id: FIELD.scope,
						type: "select" as const,
						label: "What shall be deleted?",
						required: true,
						options: Object.values(SCOPES),
					},
				]
			: []),
		{
			...field,
			id: FIELD.email,
			type: "email",
			label: "E-mail address of your account",
			required: true,
			options: [],
		},
		...(identifierLabel
			? [{ ...field, id: FIELD.identifier, label: identifierLabel, options: [] }]
			: []),
		{
			...field,
			id: FIELD.note,
			type: "textarea",
			label: "What shall be deleted, or anything we should know",
			options: [],
			answerMax: NOTE_MAX,
		},
	];
}

/** Returns what the stored answers ask to have deleted: the whole account, where there is no choice. */
export function scopeOf(answers: { id: string; value: string }[]): Scope {
	const answer = answers.find(({ id }) => id === FIELD.scope)?.value;
	return answer === SCOPES.part ? "part" : "account";
}

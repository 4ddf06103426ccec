import { AnswerForm } from "#app/forms/components/answer-form.tsx";
import type { FormField } from "#app/forms/form-rules.ts";

/** The one question of the form. */
export const SUBSCRIBE_FIELDS: FormField[] = [
	{
		id: "email",
		type: "email",
		label: "E-mail address",
		placeholder: "",
		required: true,
		options: [],
	},
];

type SubscribeFormProps = {
	/** The app's page for updates. */
	action: string;
	values?: [id: string, value: string][];
	errors?: [id: string, error: string][];
	problem?: string | null;
};

/** Asks for an address, to which a link is mailed. */
export function SubscribeForm({ action, values, errors, problem = null }: SubscribeFormProps) {
	return (
		<AnswerForm
			stylesheet="visitor"
			action={action}
			fields={SUBSCRIBE_FIELDS}
			revision={1}
			values={new Map(values)}
			errors={new Map(errors)}
			problem={problem}
		>
			<p>
				<button type="submit">Send me the link</button>
			</p>
		</AnswerForm>
	);
}

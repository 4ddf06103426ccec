import { FIELD, SCOPES } from "#app/deletion-requests/deletion-form.ts";
import { AnswerForm, type AnswerFormProps } from "#app/forms/components/answer-form.tsx";
import { controlName } from "#app/forms/visitor-form.ts";
import { ASK_ID } from "./deletion-texts.tsx";

type AskFormProps = Pick<AnswerFormProps, "fields" | "revision" | "values" | "errors" | "problem">;

/** The form in which somebody asks for deletion. */
export function AskForm({ fields, values, ...props }: AskFormProps) {
	const shown = fields.map((field) =>
		field.required ? field : { ...field, label: `${field.label} (optional)` },
	);
	const scope = <ScopeChoice value={values.get(FIELD.scope) ?? SCOPES.account} />;
	return (
		<>
			<h2 id={ASK_ID}>Ask for it</h2>
			<AnswerForm
				stylesheet="visitor"
				fields={shown}
				values={values}
				own={{ [FIELD.scope]: scope }}
				{...props}
			>
				<p>
					<button type="submit">Continue</button>
				</p>
			</AnswerForm>
		</>
	);
}

function ScopeChoice({ value }: { value: string }) {
	const name = controlName(FIELD.scope);
	return (
		<fieldset className="field">
			<legend>What shall be deleted?</legend>
			{Object.values(SCOPES).map((scope, at) => (
				<label key={scope}>
					<input
						type="radio"
						id={at === 0 ? name : undefined}
						name={name}
						value={scope}
						defaultChecked={scope === value}
					/>{" "}
					{scope}
				</label>
			))}
		</fieldset>
	);
}

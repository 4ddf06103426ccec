import type { PreviewedForm } from "./draft.ts";
import { PublicFields } from "./public-fields.tsx";

type FormPreviewProps = PreviewedForm & { hint?: string | null };

/** A form as visitors will see it. It can't be sent. */
export function FormPreview({ title, description, fields, hint }: FormPreviewProps) {
	return (
		<section className="sheet stack" aria-label="Preview">
			{hint && <p className="hint">{hint}</p>}
			{title && <h2 dir="auto">{title}</h2>}
			{description && (
				<p className="typed" dir="auto">
					{description}
				</p>
			)}
			<fieldset className="plain-fieldset form" disabled>
				<legend className="visually-hidden">Fields</legend>
				<PublicFields fields={fields} values={new Map()} errors={new Map()} />
			</fieldset>
		</section>
	);
}

import { CONTROL, controlName } from "#app/forms/visitor-form.ts";
import { Problems } from "#app/ui/field/problems.tsx";

type SumProps = {
	/** The title in the browser of the page whose form it belongs to. */
	pageTitle: string;
	question: { text: string; token: string };
	fault: string | null;
	values: Map<string, string>;
	revision: number;
};

/** The second page of a visitor's form: the captcha, with the answers in hidden fields. */
export function Sum({ pageTitle, question, fault, values, revision }: SumProps) {
	return (
		<form method="post" noValidate lang="en">
			<title>{`${fault ? "Error: " : ""}One more question · ${pageTitle}`}</title>
			<input type="hidden" name={CONTROL.revision} value={revision} />
			<input type="hidden" name={CONTROL.question} value={question.token} />
			{[...values].map(([id, value]) => (
				<input key={id} type="hidden" name={controlName(id)} value={value} />
			))}
			{fault && (
				<Problems className="problems" problems={[{ text: fault, target: CONTROL.answer }]} />
			)}
			<p className="lead">
				Please answer this question, so that we know that you are not a program.
			</p>
			<div className="field">
				<label htmlFor={CONTROL.answer}>{question.text}</label>
				<input
					id={CONTROL.answer}
					name={CONTROL.answer}
					inputMode="numeric"
					autoComplete="off"
					className="short"
					aria-required="true"
					// biome-ignore lint/a11y/noAutofocus: the page's only field; after a fault, its summary
					autoFocus={fault === null}
					aria-invalid={fault ? true : undefined}
					aria-describedby={fault ? "sum-error" : undefined}
				/>
				{fault && (
					<p className="field-error" id="sum-error">
						{fault}
					</p>
				)}
			</div>
			<p>
				<button type="submit">Send</button>
			</p>
		</form>
	);
}

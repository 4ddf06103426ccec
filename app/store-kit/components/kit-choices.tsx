import { Form } from "react-router";
import type { Question } from "#app/store-kit/choices.ts";
import { Button } from "#app/ui/button/button.tsx";

/** Asks which document stands in the kit, wherever more than one could. */
export function KitChoices({ questions }: { questions: Question[] }) {
	if (questions.length === 0) return null;
	return (
		<section className="stack-s" aria-labelledby="documents">
			<h2 id="documents" tabIndex={-1}>
				Which documents
			</h2>
			<p>More than one of your documents could stand here. Choose the ones that the stores get.</p>
			<Form method="post" className="form">
				{questions.map(({ key, label, options, chosen }) => (
					<div className="field" key={key}>
						<label htmlFor={`choice-${key}`}>{label}</label>
						<select
							className="input"
							id={`choice-${key}`}
							name={`choice-${key}`}
							defaultValue={chosen}
							key={chosen}
						>
							{options.map(({ value, label }) => (
								<option key={value} value={value}>
									{label}
								</option>
							))}
						</select>
					</div>
				))}
				<div className="cluster">
					<Button name="intent" value="choices">
						Save the choice
					</Button>
				</div>
			</Form>
		</section>
	);
}

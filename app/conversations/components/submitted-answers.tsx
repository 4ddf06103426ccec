import type { Answer } from "#app/forms/answers.ts";
import { LinkedText } from "#app/ui/link/linked-text.tsx";

/** A visitor's answers, with the labels as they were when the form was sent. */
export function SubmittedAnswers({ answers }: { answers: Answer[] }) {
	return (
		<dl className="facts">
			{answers.map((answer) => (
				<div key={answer.id}>
					<dt dir="auto">{answer.label}</dt>
					<dd dir="auto" className="mail-text">
						{answer.value ? <LinkedText text={answer.value} /> : "–"}
					</dd>
				</div>
			))}
		</dl>
	);
}

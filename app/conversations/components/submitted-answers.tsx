import type { Answer } from "#app/forms/answers.ts";

/** A visitor's answers, with the labels as they were when the form was sent. */
export function SubmittedAnswers({ answers }: { answers: Answer[] }) {
	return (
		<dl className="facts">
			{answers.map((answer) => (
				<div key={answer.id}>
					<dt dir="auto">{answer.label}</dt>
					<dd dir="auto" className="mail-text">
						{answer.value || "–"}
					</dd>
				</div>
			))}
		</dl>
	);
}

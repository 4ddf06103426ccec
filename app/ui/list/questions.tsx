import { useId } from "react";

type QuestionsProps = {
	title: string;
	entries: readonly { question: string; answer: string }[];
};

/** Questions whose answers unfold without JavaScript. */
export function Questions({ title, entries }: QuestionsProps) {
	const headingId = useId();
	return (
		<section className="section measure" aria-labelledby={headingId}>
			<h2 id={headingId}>{title}</h2>
			<div className="questions">
				{entries.map(({ question, answer }) => (
					<details key={question}>
						<summary>{question}</summary>
						<p>{answer}</p>
					</details>
				))}
			</div>
		</section>
	);
}

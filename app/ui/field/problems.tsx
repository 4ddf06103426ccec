import { type Ref, useId } from "react";
import { focusTarget } from "./focus-target.ts";

type ProblemsProps = {
	/** The stylesheet of visitors' pages has a box of its own. */
	className?: "error-summary" | "problems";
	title?: string | null;
	/** Each with the id of its field, or null where it is of the whole. */
	problems: { text: string; target: string | null }[];
	/** Takes the focus, where a script gives it. */
	box?: Ref<HTMLDivElement>;
};

/** What is wrong with a form, each text leading to its field. */
export function Problems({ className = "error-summary", title, problems, box }: ProblemsProps) {
	const headingId = useId();
	return (
		<div
			className={className}
			role="alert"
			aria-labelledby={headingId}
			tabIndex={box ? -1 : undefined}
			ref={box}
		>
			<h2 id={headingId}>{title ?? "There is a problem"}</h2>
			<ul>
				{problems.map(({ text, target }) => (
					<li key={`${target} ${text}`}>
						{target ? (
							<a href={`#${target}`} onClick={focusTarget}>
								{text}
							</a>
						) : (
							text
						)}
					</li>
				))}
			</ul>
		</div>
	);
}

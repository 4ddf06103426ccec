import { type Ref, useId } from "react";
import { focusTarget } from "./focus-target.ts";

type ProblemsProps = {
	/** Visitors' pages use "problems", which their stylesheet defines. */
	className?: "error-summary" | "problems";
	title?: string | null;
	/** `target` is the id of the field, or null for an error of the whole form. */
	problems: { text: string; target: string | null }[];
	/** Set where a script focuses the box again, after each post. */
	box?: Ref<HTMLDivElement>;
};

/** The errors of a form, each with a link to its field. */
export function Problems({ className = "error-summary", title, problems, box }: ProblemsProps) {
	const headingId = useId();
	return (
		<div
			className={className}
			role="alert"
			lang="en"
			aria-labelledby={headingId}
			tabIndex={-1}
			// biome-ignore lint/a11y/noAutofocus: where the eye goes after a refused post
			autoFocus
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

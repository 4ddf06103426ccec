import type { FormMetadata } from "@conform-to/react";
import { useEffect, useId, useRef } from "react";
import { focusTarget } from "./focus-target.ts";

type ErrorSummaryProps<Schema extends Record<string, unknown>> = {
	form: FormMetadata<Schema>;
	fields: Record<string, { id: string }>;
	title?: string;
};

export function ErrorSummary<Schema extends Record<string, unknown>>({
	form,
	fields,
	title = "There is a problem",
}: ErrorSummaryProps<Schema>) {
	const headingId = useId();
	const targets = new Map<string, string | null>();
	for (const [name, texts] of Object.entries(form.allErrors)) {
		const target = name === "" ? null : (fields[name]?.id ?? `${form.id}-${name}`);
		// What two fields have in common is said once, and leads to the first.
		for (const text of texts ?? []) if (!targets.has(text)) targets.set(text, target);
	}
	const errors = [...targets].map(([text, target]) => ({ text, target }));
	const box = useFocusAfterSubmit(form.id, Object.values(form.allErrors)[0]);

	if (errors.length === 0) return null;
	return (
		<div className="error-summary" role="alert" aria-labelledby={headingId} tabIndex={-1} ref={box}>
			<h2 id={headingId}>{title}</h2>
			<ul>
				{errors.map(({ text, target }) => (
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

/** Focuses the box when an answer brings errors, but not when they come or change while typing. */
function useFocusAfterSubmit(formId: string, answer: unknown) {
	const box = useRef<HTMLDivElement>(null);
	const awaiting = useRef(false);

	useEffect(() => {
		// A page that arrives with errors answers a post.
		awaiting.current = box.current !== null;
		const form = document.getElementById(formId);
		function noteSubmit(event: Event) {
			const { submitter } = event as SubmitEvent;
			// Conform validates a field that is left by submitting an intent of its own.
			if (submitter?.getAttribute("name") === "__intent__") return;
			awaiting.current = true;
			focusSoon(box);
		}
		function noteTyping() {
			awaiting.current = false;
		}
		form?.addEventListener("submit", noteSubmit, { capture: true });
		form?.addEventListener("input", noteTyping, { capture: true });
		return () => {
			form?.removeEventListener("submit", noteSubmit, { capture: true });
			form?.removeEventListener("input", noteTyping, { capture: true });
		};
	}, [formId]);

	useEffect(() => {
		if (answer && awaiting.current) focusSoon(box);
	}, [answer]);

	return box;
}

// A frame later, because conform moves the focus to the first field first.
function focusSoon(box: { current: HTMLElement | null }) {
	requestAnimationFrame(() => box.current?.focus());
}

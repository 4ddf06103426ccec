import { useEffect, useRef } from "react";
import { Problems } from "./problems.tsx";

/** Conform's state of a form with any fields. */
export type CheckedFormState = { id: string; valid: boolean; allErrors: Record<string, string[]> };

type ErrorSummaryProps = {
	form: CheckedFormState;
	/** The refusal's title, if it has one. */
	title?: string | null;
};

export function ErrorSummary({ form, title }: ErrorSummaryProps) {
	const targets = new Map<string, string | null>();
	for (const [name, texts] of Object.entries(form.allErrors)) {
		const target = name === "" ? null : `${form.id}-${name}`;
		// An error that two fields share is listed once, with a link to the first field.
		for (const text of texts) if (!targets.has(text)) targets.set(text, target);
	}
	const problems = [...targets].map(([text, target]) => ({ text, target }));
	const box = useFocusAfterSubmit(form.id, Object.values(form.allErrors)[0]);
	return problems.length > 0 && <Problems title={title} problems={problems} box={box} />;
}

/** Focuses the box when a response brings errors, but not when typing changes them. */
function useFocusAfterSubmit(formId: string, answer: unknown) {
	const box = useRef<HTMLDivElement>(null);
	const awaiting = useRef(false);

	useEffect(() => {
		// A page that loads with errors is the response to a post.
		awaiting.current = box.current !== null;
		const form = document.getElementById(formId);
		function noteSubmit(event: Event) {
			const { submitter } = event as SubmitEvent;
			// Conform validates a blurred field by submitting an intent of its own.
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

// Waits a frame, because Conform moves the focus to the first invalid field first.
function focusSoon(box: { current: HTMLElement | null }) {
	requestAnimationFrame(() => box.current?.focus());
}

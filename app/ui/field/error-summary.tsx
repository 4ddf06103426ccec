import { useEffect, useRef } from "react";
import { Problems } from "./problems.tsx";

/** What Conform knows of a form, whatever its fields are. */
export type CheckedFormState = { id: string; valid: boolean; allErrors: Record<string, string[]> };

type ErrorSummaryProps = {
	form: CheckedFormState;
	/** Of the refusal, where it has one. */
	title?: string | null;
};

export function ErrorSummary({ form, title }: ErrorSummaryProps) {
	const targets = new Map<string, string | null>();
	for (const [name, texts] of Object.entries(form.allErrors)) {
		const target = name === "" ? null : `${form.id}-${name}`;
		// What two fields have in common is said once, and leads to the first.
		for (const text of texts) if (!targets.has(text)) targets.set(text, target);
	}
	const problems = [...targets].map(([text, target]) => ({ text, target }));
	const box = useFocusAfterSubmit(form.id, Object.values(form.allErrors)[0]);
	return problems.length > 0 && <Problems title={title} problems={problems} box={box} />;
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

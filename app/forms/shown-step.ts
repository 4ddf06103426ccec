import type { NextStep } from "./visitor-form.server.ts";
import { FORM_CHANGED } from "./visitor-form.ts";

/** A step as the form's page shows it. */
export type ShownStep = ReturnType<typeof summarize>;

/** Returns what the page needs of a step. */
export function summarize(next: Exclude<NextStep, { step: "sent" }>) {
	switch (next.step) {
		case "errors":
			return { step: next.step, errors: [...next.errors] };
		case "refused":
			return { step: next.step, text: next.refusal.message };
		default:
			return next;
	}
}

/** Returns the status of the page that shows a step. */
export function statusOf(next: NextStep): number {
	if (next.step === "question") return next.fault ? 400 : 200;
	if (next.step === "refused") return next.refusal.status;
	return next.step === "errors" ? 400 : 409;
}

/** Returns the problem of the whole form, or null. */
export function problemOf(next: ShownStep | undefined): string | null {
	if (next?.step === "refused") return next.text;
	if (next?.step !== "changed") return null;
	return FORM_CHANGED;
}

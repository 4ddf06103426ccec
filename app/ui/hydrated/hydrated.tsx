import { useEffect, useLayoutEffect } from "react";
import { useNavigation } from "react-router";
import { loadFormRoutes } from "#app/http/browser/form-routes.ts";
import { endSending, readSending, setSending, useSending } from "#app/http/browser/sending.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { TroubleNotice } from "./trouble-notice.tsx";
import { useFocusAfterNavigation } from "./use-focus-after-navigation.ts";

/** What every page with scripts has besides its content. */
export function Hydrated() {
	const { state, formMethod, location } = useNavigation();
	const trouble = useSending((sending) => sending.trouble);
	const isBusy = state !== "idle";
	useFocusAfterNavigation();
	useSentForm(isBusy, formMethod !== undefined);
	useEffect(() => {
		if (!isBusy) loadFormRoutes();
	}, [isBusy]);
	return (
		<>
			{isBusy && !trouble && (
				<div className="progress-bar" role="status">
					<span className="visually-hidden">Loading</span>
				</div>
			)}
			{isBusy && trouble && (
				<TroubleNotice trouble={trouble} to={formMethod === "POST" ? undefined : location} />
			)}
			<LeaveGuard />
		</>
	);
}

/** Notes which form is under way, and lets nobody press its button twice meanwhile. */
function useSentForm(isBusy: boolean, isForm: boolean) {
	// Before the answer is painted, because somebody may press the next button at once.
	useLayoutEffect(() => {
		if (isBusy) setSending({ isUnderWay: isForm });
		else endSending();
	}, [isBusy, isForm]);

	useEffect(() => {
		function noteSubmit(event: SubmitEvent) {
			const form = event.target as HTMLFormElement;
			const button = buttonOf(form, event.submitter);
			const { isUnderWay, trouble, ...earlier } = readSending();
			// Another button of the form is another act, which takes the place of the one under way.
			if (isUnderWay && !trouble && form === earlier.form && button === earlier.button) {
				event.preventDefault();
				event.stopPropagation();
				return;
			}
			setSending({ form, button, isSubmitting: true });
			setTimeout(() => setSending({ isSubmitting: false }));
		}
		window.addEventListener("submit", noteSubmit, { capture: true });
		return () => window.removeEventListener("submit", noteSubmit, { capture: true });
	}, []);
}

/** Returns the button that people see: Enter presses a hidden one where there are several. */
function buttonOf(form: HTMLFormElement, submitter: HTMLElement | null): HTMLElement | null {
	if (submitter && !submitter.hasAttribute("aria-hidden")) return submitter;
	return form.querySelector('button[data-variant="primary"]');
}

import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { readSending } from "#app/http/browser/sending.ts";

const FIELD = "input:not([type=hidden]), textarea, select";

/**
 * Moves the focus to where the eye goes, so that a screen reader reads it out: to the heading of
 * another page, to what the address's hash names, or into the form that was sent and is empty again.
 */
export function useFocusAfterNavigation(): void {
	const { key, pathname, hash } = useLocation();
	const last = useRef({ key, pathname });

	useLayoutEffect(() => {
		const isOtherPage = pathname !== last.current.pathname;
		if (key === last.current.key) return;
		last.current = { key, pathname };
		if (holdsFocus(isOtherPage)) return;
		const sentId = isOtherPage ? undefined : readSending().form?.id;
		const target = document.getElementById(sentId || hash.slice(1));
		focusOn(target?.querySelector<HTMLElement>(FIELD) ?? target ?? document.querySelector("h1"));
	}, [key, pathname, hash]);
}

/** Whether the focus is where it should be: the page set it, or the pressed control is still there. */
function holdsFocus(isOtherPage: boolean): boolean {
	const { activeElement } = document;
	if (!activeElement || activeElement === document.body) return false;
	if (activeElement.matches(`${FIELD}, [role=alert]`)) return true;
	// What nobody can reach by Tab, the page focused: an answer can come before its page does.
	return !isOtherPage && activeElement.matches("button, summary, [aria-current], [tabindex='-1']");
}

function focusOn(target: HTMLElement | null) {
	if (!target) return;
	if (target.tabIndex < 0) target.tabIndex = -1;
	// The router scrolls by itself.
	target.focus({ preventScroll: true });
}

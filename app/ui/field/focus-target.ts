import type { MouseEvent } from "react";

/**
 * Follows a link to a place in the same page by moving the focus there. The router takes the
 * native way for a navigation, and forgets what the last post answered.
 */
export function focusTarget(event: MouseEvent<HTMLAnchorElement>) {
	const target = document.getElementById(event.currentTarget.hash.slice(1));
	if (!target) return;
	event.preventDefault();
	target.focus();
}

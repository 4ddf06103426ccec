import type { MouseEvent } from "react";

/**
 * Follows a link within the page by moving the focus. The router would treat the browser's own jump
 * as a navigation and drop the last post's action data.
 */
export function focusTarget(event: MouseEvent<HTMLAnchorElement>) {
	const target = document.getElementById(event.currentTarget.hash.slice(1));
	if (!target) return;
	event.preventDefault();
	target.focus();
}

import type { KeyboardEvent } from "react";

/** Sends the form of a box by Ctrl+Enter, and by ⌘+Enter, as its first button does. */
export function sendByCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
	if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
	event.preventDefault();
	event.currentTarget.form?.requestSubmit();
}

import { useSyncExternalStore } from "react";

/** Why a page stays, although a request was to change it. */
export type Trouble = "offline" | "fault";

/** The form that was sent last, from the press of its button until its answer is on screen. */
type Sending = {
	form: HTMLFormElement | null;
	button: HTMLElement | null;
	/** Whether its submit event is being handled right now. */
	isSubmitting: boolean;
	isUnderWay: boolean;
	trouble: Trouble | null;
};

const NOTHING: Sending = {
	form: null,
	button: null,
	isSubmitting: false,
	isUnderWay: false,
	trouble: null,
};

let sending = NOTHING;
const listeners = new Set<() => void>();

/** Returns what is being sent now. */
export function readSending(): Sending {
	return sending;
}

/** Changes what is being sent, on screen too. */
export function setSending(change: Partial<Sending>): void {
	sending = { ...sending, ...change };
	for (const listener of listeners) listener();
}

/** Notes that the last request is over. */
export function endSending(): void {
	setSending(NOTHING);
}

/** Returns a part of what is being sent, and shows the component again when it changes. */
export function useSending<Part>(select: (sending: Sending) => Part): Part {
	return useSyncExternalStore(
		subscribe,
		() => select(sending),
		() => select(NOTHING),
	);
}

function subscribe(listener: () => void) {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

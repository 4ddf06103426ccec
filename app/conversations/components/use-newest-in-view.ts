import { useEffect, useRef } from "react";

/** How far from a page's end its reader may be, in pixels, to be taken along to what is new. */
const NEAR_PX = 200;

type Newest = {
	/** Changes with each message and note. */
	entries: string;
	/** The newest message of the reader's own. */
	ownId: number;
	/** Whether the page is the one with the newest messages. */
	isNewest: boolean;
};

/**
 * Scrolls to a conversation's end when it opens, when its reader has written, and, for a reader who
 * is there, when something new comes. An address that leads to a message is left alone, and so is
 * whoever typed before the scripts came: the button that they press next would move away.
 */
export function useNewestInView({ entries, ownId, isNewest }: Newest): void {
	const isAtEnd = useRef(false);
	const shown = useRef<{ ownId: number } | null>(null);

	useEffect(() => {
		const note = () => {
			const { scrollHeight } = document.documentElement;
			isAtEnd.current = window.scrollY + window.innerHeight > scrollHeight - NEAR_PX;
		};
		window.addEventListener("scroll", note, { passive: true });
		return () => window.removeEventListener("scroll", note);
	}, []);

	// biome-ignore lint/correctness/useExhaustiveDependencies: the entries are what changes
	useEffect(() => {
		const isUntouched = document.activeElement === document.body;
		const isOpened =
			shown.current === null && isUntouched && !/^#message/.test(window.location.hash);
		const hasWritten = shown.current !== null && shown.current.ownId !== ownId;
		shown.current = { ownId };
		if (!isNewest || !(isOpened || hasWritten || isAtEnd.current)) return;
		window.scrollTo(0, document.documentElement.scrollHeight);
		isAtEnd.current = true;
	}, [entries, ownId, isNewest]);
}

import { useEffect, useState } from "react";
import { useNavigation, useRevalidator } from "react-router";

/** Reloads the page's data whenever the server says that the conversation has changed. */
export function useLiveThread(eventsPath: string | null): void {
	const { revalidate } = useRevalidator();
	const isIdle = useNavigation().state === "idle";
	const [isStale, setIsStale] = useState(false);

	useEffect(() => {
		if (eventsPath === null) return;
		const events = new EventSource(eventsPath);
		// What was written before the stream stood, or while it was broken, was said to nobody.
		events.onopen = () => setIsStale(true);
		events.onmessage = () => setIsStale(true);
		return () => events.close();
	}, [eventsPath]);

	// In the middle of a post it would begin the page anew, and lose the message that comes with it.
	useEffect(() => {
		if (!isStale || !isIdle) return;
		setIsStale(false);
		revalidate();
	}, [isStale, isIdle, revalidate]);
}

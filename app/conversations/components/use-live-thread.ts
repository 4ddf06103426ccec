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
		// The stream announces no message written before it opened or while it was broken.
		events.onopen = () => setIsStale(true);
		events.onmessage = () => setIsStale(true);
		return () => events.close();
	}, [eventsPath]);

	// Reloading during a post would lose the message that the post returns.
	useEffect(() => {
		if (!isStale || !isIdle) return;
		setIsStale(false);
		revalidate();
	}, [isStale, isIdle, revalidate]);
}

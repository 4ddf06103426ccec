import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Reloads the page's data whenever the server says that the conversation has changed. */
export function useLiveThread(eventsPath: string | null): void {
	const { revalidate } = useRevalidator();
	useEffect(() => {
		if (eventsPath === null) return;
		const events = new EventSource(eventsPath);
		events.onmessage = () => revalidate();
		return () => events.close();
	}, [eventsPath, revalidate]);
}

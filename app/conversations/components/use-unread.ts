import { useState, useSyncExternalStore } from "react";
import type { ThreadPage } from "#app/conversations/thread.server.ts";

/** Returns "(2) " for two messages of the other side that came while nobody looked at the tab, or "". */
export function useUnread(messages: ThreadPage["messages"], self: "user" | "admin"): string {
	const isHidden = useSyncExternalStore(
		subscribe,
		() => document.hidden,
		() => false,
	);
	const others = messages.filter(({ senderType }) => senderType !== self);
	const newest = others.at(-1)?.id ?? 0;
	const [seen, setSeen] = useState(newest);
	if (!isHidden && newest > seen) setSeen(newest);
	const unread = isHidden ? others.filter(({ id }) => id > seen).length : 0;
	return unread > 0 ? `(${unread}) ` : "";
}

function subscribe(onChange: () => void): () => void {
	document.addEventListener("visibilitychange", onChange);
	return () => document.removeEventListener("visibilitychange", onChange);
}

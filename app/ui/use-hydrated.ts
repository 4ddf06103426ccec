import { useSyncExternalStore } from "react";

/** Whether JavaScript runs on this page; false on the server and in the first render. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		subscribeToNothing,
		() => true,
		() => false,
	);
}

function subscribeToNothing() {
	return () => {};
}

import { useSyncExternalStore } from "react";

/** Whether JavaScript runs on this page; false on the server and in the first render. */
export function useHydrated(): boolean {
	return useSyncExternalStore(subscribeToNothing, onClient, onServer);
}

function subscribeToNothing() {
	return () => {};
}

function onClient() {
	return true;
}

function onServer() {
	return false;
}

import { useSyncExternalStore } from "react";

/** Whether this page's JavaScript has arrived: false on the server and in the first render. */
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

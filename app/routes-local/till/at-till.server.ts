import { data } from "react-router";
import { errorPage } from "#app/http/error-content.ts";
import { TillError } from "../../../local/stripe/store.ts";

/** Works at the till; when its file can't be used, the page says so. */
export function atTill<T>(work: () => T): T {
	try {
		return work();
	} catch (error) {
		if (!(error instanceof TillError)) throw error;
		throw errorPage(409, { title: "The local till is shut", text: error.message });
	}
}

/** Throws the 404 for an address that names nothing at the till. */
export function required<T>(value: T | null): T {
	if (value === null) throw data(null, { status: 404 });
	return value;
}

/**
 * Where an address of the app leads, without its origin: localhost and 127.0.0.1 are both this
 * machine, and the browser goes back to the one that it came from.
 */
export function wayBack(address: string): string {
	const { pathname, search } = new URL(address);
	return pathname + search;
}

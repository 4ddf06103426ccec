import { env } from "#app/platform/env.server.ts";

/**
 * Where an address leads: one of the app's own without its origin, since localhost and 127.0.0.1 are
 * both this machine, and the browser stays at the one that it is at. Others stay as they are.
 */
export function wayTo(address: string): string {
	const { origin, pathname, search } = new URL(address);
	return origin === env.appUrl ? pathname + search : address;
}

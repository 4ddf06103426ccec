import { env } from "#app/platform/env/env.server.ts";

/**
 * Removes the origin from an address of the app itself, so that the browser stays on the host it is
 * using: localhost and 127.0.0.1 are both this machine. Other addresses stay unchanged.
 */
export function wayTo(address: string): string {
	const { origin, pathname, search } = new URL(address);
	return origin === env.appUrl ? pathname + search : address;
}

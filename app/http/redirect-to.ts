import { paths } from "#app/paths.ts";

/** The search of a list is the longest part of any address of ours, and fits. */
const MAX_LENGTH = 2_000;

/** Returns a `redirectTo` that stays on this site and is at most 2,000 characters, or the fallback. */
export function safeRedirect(value: string | null, fallback = paths.dashboard): string {
	if (!value?.startsWith("/") || value.length > MAX_LENGTH) return fallback;
	// Browsers read "//host", "/\host" and control characters as another site.
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
	if (/^\/[/\\]|[\\\u0000-\u001F]/.test(value)) return fallback;
	// "/..//host" becomes "//host" once its dots are resolved.
	const { pathname, search, hash } = new URL(value, "http://localhost");
	if (pathname.startsWith("//")) return fallback;
	if (/^[ -~]*$/.test(value)) return value;
	// A header holds no other characters.
	const encoded = pathname + search + hash;
	return encoded.length > MAX_LENGTH ? fallback : encoded;
}

/** Returns an address that carries `redirectTo` along, or the address alone without one. */
export function withRedirect(address: string, redirectTo: string | null): string {
	if (redirectTo === null || redirectTo === paths.dashboard) return address;
	const separator = address.includes("?") ? "&" : "?";
	return `${address}${separator}${new URLSearchParams({ redirectTo })}`;
}

import { paths } from "#app/paths.ts";
/** Returns a `redirectTo` that stays on this site, or the fallback. */
export function safeRedirect(value: string | null, fallback = paths.dashboard): string {
	if (!value?.startsWith("/")) return fallback;
	// Browsers read "//host", "/\host" and control characters as another site.
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
	if (/^\/[/\\]|[\\\u0000-\u001F]/.test(value)) return fallback;
	// "/..//host" becomes "//host" once its dots are resolved.
	const { pathname } = new URL(value, "http://localhost");
	return pathname.startsWith("//") ? fallback : value;
}

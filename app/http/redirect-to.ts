import { paths } from "#app/paths.ts";
/** A `redirectTo` that stays on this site, or the fallback. */
export function safeRedirect(value: string | null, fallback = paths.dashboard): string {
	if (!value?.startsWith("/")) return fallback;
	// "//host", "/\host" and control characters are read as other sites by browsers.
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
	if (/^\/[/\\]|[\\\u0000-\u001F]/.test(value)) return fallback;
	// "/..//host" is "//host" once somebody has resolved its dots.
	const { pathname } = new URL(value, "http://localhost");
	return pathname.startsWith("//") ? fallback : value;
}

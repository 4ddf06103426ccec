import Bowser from "bowser";

const USER_AGENT_MAX = 300;

/** The browser's User-Agent, cut to the length that a session stores. */
export function userAgentOf(request: Request): string {
	return (request.headers.get("User-Agent") ?? "").slice(0, USER_AGENT_MAX);
}

/** Describes a browser for people, such as "Firefox on Linux". */
export function describeUserAgent(userAgent: string): string {
	// Bowser refuses an empty text.
	if (userAgent === "") return "Unknown browser";
	const { browser, os } = Bowser.parse(userAgent);
	if (!browser.name) return os.name ? `Unknown browser on ${os.name}` : "Unknown browser";
	return os.name ? `${browser.name} on ${os.name}` : browser.name;
}

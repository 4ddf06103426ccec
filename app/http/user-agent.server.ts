import Bowser from "bowser";

const USER_AGENT_MAX = 300;

/** What the browser of a request calls itself, cut to what a session keeps. */
export function userAgentOf(request: Request): string {
	return (request.headers.get("User-Agent") ?? "").slice(0, USER_AGENT_MAX);
}

/** "Firefox on Linux": what a person recognises a browser by. */
export function describeUserAgent(userAgent: string): string {
	// Bowser refuses an empty text.
	if (userAgent === "") return "Unknown browser";
	const { browser, os } = Bowser.parse(userAgent);
	if (!browser.name) return os.name ? `Unknown browser on ${os.name}` : "Unknown browser";
	return os.name ? `${browser.name} on ${os.name}` : browser.name;
}

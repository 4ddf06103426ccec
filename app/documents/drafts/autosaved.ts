import { CONTENT_TOO_LONG } from "../document-rules.ts";

/** The stored draft, once a script has saved it, and why the newest text isn't. */
export type Autosaved = { id?: string; revision?: number; savedAt?: string; error?: string };

/** What is said where the server's response is a page, or has another page's words. */
const FAULTS: Record<number, string> = {
	401: "You are signed out, so the draft is not saved. Sign in in another tab, and go on here.",
	413: CONTENT_TOO_LONG,
};
const NOT_SAVED = "The draft could not be saved.";

/**
 * Returns what a response to a script's save says; null where the same request may succeed later.
 * `isRefused` says that no later one will.
 */
export function readAutosaved(
	status: number,
	body: string,
): (Autosaved & { isRefused: boolean }) | null {
	if (status >= 500) return null;
	const answer = parse(body);
	if (status < 400) return answer && { ...answer, isRefused: false };
	const error = answer?.error ?? FAULTS[status] ?? NOT_SAVED;
	return { error, isRefused: status === 404 || status === 409 };
}

function parse(body: string): Autosaved | null {
	try {
		return JSON.parse(body) as Autosaved;
	} catch {
		return null;
	}
}

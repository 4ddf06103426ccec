import {
	type DataStrategyResult,
	isRouteErrorResponse,
	type MiddlewareFunction,
} from "react-router";
import { draftKey, forgetDraft } from "./drafts.ts";
import { readSending, setSending, type Trouble } from "./sending.ts";
import { noteSaved } from "./unsaved.ts";

type Results = Record<string, DataStrategyResult>;

/**
 * Runs in the browser, around each request of the router. One that fails in the network, and a post
 * that meets a fault of ours, would replace the page and what was typed with an error page. Instead,
 * the router goes on waiting, so the page stays as it is until the next request.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
	setSending({ trouble: null });
	const results = await next();
	const isPost = request.method === "POST";
	const outcomes = Object.values(results).map(({ result }) => result);
	if (isPost && outcomes.some(isRedirect)) {
		const { form } = readSending();
		// Not `form.id`, which may be a field of that name. Drafts of other forms of the page stay.
		forgetDraft(draftKey(new URL(request.url).pathname, form?.getAttribute("id") ?? ""));
		noteSaved(form);
	}
	const errors = Object.values(results).filter(({ type }) => type === "error");
	const trouble = errors.map(({ result }) => troubleOf(unwrap(result), isPost)).find(Boolean);
	// An answer that stays on this page is shown before the rest of the page is loaded anew.
	if (isPost && !trouble && !outcomes.some(isRedirect)) setSending({ isUnderWay: false });
	if (!trouble || request.signal.aborted) return;
	setSending({ trouble });
	await new Promise((resolve) => request.signal.addEventListener("abort", resolve, { once: true }));
};

/** The router wraps what an action's request threw together with a status. */
function unwrap(result: unknown): unknown {
	return result instanceof Object && "init" in result && "data" in result ? result.data : result;
}

function isRedirect(result: unknown): boolean {
	return result instanceof Response && result.headers.has("Location");
}

/** Returns null for a redirect and for an error that has a page of its own. */
function troubleOf(error: unknown, isPost: boolean): Trouble | null {
	if (error instanceof Response) return null;
	// Fetch rejects with a TypeError; a network's own page, such as a hotel's, can't be decoded.
	const isNetwork =
		error instanceof TypeError ||
		(error instanceof Error && /unable to decode/i.test(error.message));
	if (isNetwork) return "offline";
	if (!isPost) return null;
	if (!isRouteErrorResponse(error)) return "fault";
	// The text of a proxy, or of a server that is too busy, comes before any route.
	return error.status >= 500 && typeof error.data === "string" ? "fault" : null;
}

import type { EntryContext, RouterContextProvider } from "react-router";
import visitorCss from "#app/visitor.css?inline";
import { sitePolicy, visitorPolicy } from "./csp.server.ts";
import type { PageHandle } from "./page-handle.ts";
import { showRefusal, uncaughtContext } from "./refusals.ts";

const TYPE = { "Content-Type": "text/html; charset=utf-8" };

/** The headers of every visitor's page, whatever caches may do with it. */
export const VISITOR_HEADERS = {
	"Content-Security-Policy": visitorPolicy(visitorCss),
	...TYPE,
};

type Page = {
	request: Request;
	headers: Headers;
	status: number;
	nonce: string;
	context: EntryContext;
	loadContext: RouterContextProvider;
};

/** Sets the headers of a page before it is rendered, and returns its status. */
export function preparePage(prepared: Page): number {
	const { request, headers, nonce, context, loadContext } = prepared;
	const page = context.staticHandlerContext;
	const refusal = loadContext.get(uncaughtContext);
	if (refusal && page.errors) showRefusal(refusal, page, headers);
	// React Router drops the headers of an action, and of an error, unless a route exports `headers`.
	for (const given of Object.values({ ...page.loaderHeaders, ...page.actionHeaders })) {
		const retryAfter = given.get("Retry-After");
		if (retryAfter) headers.set("Retry-After", retryAfter);
	}
	const handles = page.matches.map(
		({ route }) => context.routeModules[route.id]?.handle as PageHandle | undefined,
	);
	const isVisitorPage = handles.some((handle) => handle?.look === "visitor");
	const hasScripts = !page.errors && handles.some((handle) => handle?.scripts);
	const isSelfScripted = !page.errors && handles.some((handle) => handle?.selfScripted);
	const own = isVisitorPage
		? VISITOR_HEADERS
		: { "Content-Security-Policy": sitePolicy(hasScripts ? nonce : null, isSelfScripted), ...TYPE };
	for (const [name, value] of Object.entries(own)) headers.set(name, value);
	const status = refusal?.status ?? prepared.status;
	return status === 401 && isForPeople(request) ? 403 : status;
}

/** A browser, which asks for HTML. Text browsers such as lynx show nothing of a 401. */
function isForPeople(request: Request): boolean {
	return request.headers.get("Accept")?.includes("text/html") ?? false;
}

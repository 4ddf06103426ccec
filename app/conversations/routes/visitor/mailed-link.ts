import { data, type LoaderFunctionArgs, redirect } from "react-router";
import { browserContext } from "#app/accounts/browser-mark.ts";
import { resumeSession } from "#app/conversations/conversation-session.server.ts";
import { type LinkState, readSubject } from "#app/conversations/submission-link.server.ts";
import { clientAddress } from "#app/http/client-address.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";

/** Reads the id and the token of a visitor's link. Returns null when either is missing. */
export function readLink(source: {
	get(name: string): unknown;
}): { id: string; token: string } | null {
	const id = source.get("id");
	const token = source.get("token");
	if (typeof id !== "string" || typeof token !== "string" || !id || !token) return null;
	return { id, token };
}

/** The conversation that a link opened, and what its page says first, if anything. */
type Opened = { token: string; told?: string };

type Place = Pick<LoaderFunctionArgs, "url" | "context">;

/**
 * Shows the state of the link. Mail scanners open links, so only the button's POST uses it. The
 * browser that has the open session is led to the conversation.
 */
export async function showLink(
	{ url, context }: Place,
	read: (id: string, token: string) => Promise<LinkState>,
) {
	const link = readLink(url.searchParams);
	const state = link ? await read(link.id, link.token) : "missing";
	if (link && state === "used") {
		const token = await resumeSession(link.id, link.token, context.get(browserContext));
		if (token) throw redirect(paths.visitor.conversation({ conversationToken: token }));
	}
	const isKnown = link !== null && state !== "missing" && state !== "unknown";
	const subject = isKnown ? await readSubject(link.id) : null;
	return data({ link, state, subject }, state === "valid" ? 200 : 400);
}

/** Uses the link of a page to open the conversation, or shows on the page why it can't. */
export async function followLink(
	{ request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
	page: string,
	use: (
		id: string,
		token: string,
		browser: string | null,
		clientAddress: string,
	) => Promise<Opened | null>,
): Promise<never> {
	const link = readLink(await readForm(request));
	const browser = context.get(browserContext);
	const opened = link && (await use(link.id, link.token, browser, clientAddress(request)));
	// A second press, whose first used the link.
	const token = opened?.token ?? (link && (await resumeSession(link.id, link.token, browser)));
	if (token) {
		const conversation = paths.visitor.conversation({ conversationToken: token });
		if (opened?.told) throw await redirectWithFlash(conversation, opened.told);
		throw redirect(conversation, 303);
	}
	const query = new URLSearchParams(link ?? { id: "", token: "" });
	throw redirect(`${page}?${query}`, 303);
}

import { data, redirect } from "react-router";
import type { LinkState } from "#app/conversations/submission-link.server.ts";
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

/** Shows the state of the link. Mail scanners open links, so only the button's POST uses it. */
export async function showLink(url: URL, read: (id: string, token: string) => Promise<LinkState>) {
	const link = readLink(url.searchParams);
	const state = link ? await read(link.id, link.token) : "missing";
	return data({ link, state }, state === "valid" ? 200 : 400);
}

/** Uses the link of a page to open the conversation, or shows on the page why it can't. */
export async function followLink(
	request: Request,
	page: string,
	use: (id: string, token: string) => Promise<string | null>,
): Promise<never> {
	const link = readLink(await readForm(request));
	const token = link && (await use(link.id, link.token));
	if (token) throw redirect(paths.visitor.conversation({ conversationToken: token }), 303);
	const query = new URLSearchParams(link ?? { id: "", token: "" });
	throw redirect(`${page}?${query}`, 303);
}

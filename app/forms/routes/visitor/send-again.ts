import { type ActionFunctionArgs, data, redirect } from "react-router";
import { sendLinkAgain } from "#app/conversations/conversation-session.server.ts";
import { clientAddress } from "#app/http/client-address.server.ts";
import { retryHeaders } from "#app/http/form.server.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { Refusal } from "#app/platform/refusal.ts";

export const NO_STORE = { headers: { "Cache-Control": "no-store" } };

/** What the page after sending carries in its form, because its address has no room for it. */
export type Carried = {
	/** The address of that page. */
	action: string;
	sentTo: string;
	sentText: string;
	values: [id: string, value: string][];
};

/** Mails the link once more, for whoever has the page that says that a form was sent. */
export async function sendAgain(
	id: string,
	{ request, url }: Pick<ActionFunctionArgs, "request" | "url">,
	carried: Carried | null,
) {
	try {
		await failAs("Failed to send extension email", sendLinkAgain(id, clientAddress(request)));
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		const headers = { ...NO_STORE.headers, ...retryHeaders(error) };
		return data({ ...carried, notSent: error.message }, { status: error.status, headers });
	}
	if (carried) return data({ ...carried, isSentAgain: true }, NO_STORE);
	const query = new URLSearchParams(url.search);
	query.set("again", "");
	throw redirect(`${url.pathname}?${query}`, 303);
}

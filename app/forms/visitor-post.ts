import { type ActionFunctionArgs, data, redirect } from "react-router";
import { sendLinkAgain } from "#app/conversations/conversation-session.server.ts";
import { clientAddress } from "#app/http/client-address.server.ts";
import { retryHeaders } from "#app/http/form.server.ts";
import { packAnswers, readReceipt, sentReceipt } from "#app/platform/crypto/sent-receipt.server.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { statusOf, summarize } from "./shown-step.ts";
import { takeStep } from "./visitor-form.server.ts";
import { type readAnswers, SENT_INTENTS } from "./visitor-form.ts";

export const NO_STORE = { headers: { "Cache-Control": "no-store" } };

type VisitorForm = Parameters<typeof takeStep>[0] & { sentText: string };

/** Returns what the page after sending shows, for who sent the form; `isSent` is false for others. */
export function sentWith({ id, sentText }: Pick<VisitorForm, "id" | "sentText">, url: URL) {
	const receipt = readReceipt(id, url);
	return {
		isSent: receipt !== null,
		sentText: receipt ? sentText : "",
		sentTo: receipt?.sent?.email ?? "",
		isSentAgain: url.searchParams.has("again"),
	};
}

/**
 * Takes a post of a visitor's form. Returns what its page shows next, and redirects to the page
 * after sending.
 */
export async function takePost(
	form: VisitorForm,
	{ intent, ...sent }: ReturnType<typeof readAnswers> & { intent: unknown },
	{ request, url }: Pick<ActionFunctionArgs, "request" | "url">,
) {
	const before = readReceipt(form.id, url)?.sent;
	const { sentText } = form;
	const values = [...sent.values];
	if (before && intent === SENT_INTENTS.again) {
		const page = { action: url.pathname + url.search, sentTo: before.email, sentText, values };
		return sendAgain(before.id, { request, url }, values.length > 0 ? page : null);
	}
	if (before && intent === SENT_INTENTS.correct) {
		return data({ values: values.length > 0 ? values : before.values }, NO_STORE);
	}
	const next = await takeStep(form, { ...sent, clientAddress: clientAddress(request) });
	if (next.step === "sent") {
		const { id, email } = next;
		const packed = packAnswers(values);
		const address = url.pathname + sentReceipt(form.id, { sent: { id, email, packed } });
		if (packed) throw redirect(address, 303);
		const page: Carried = { action: address, sentTo: email, sentText, values };
		return data(page, NO_STORE);
	}
	const answer = { next: summarize(next), values };
	const headers = {
		...NO_STORE.headers,
		...(next.step === "refused" && retryHeaders(next.refusal)),
	};
	return data(answer, { status: statusOf(next), headers });
}

/** What the page after sending carries in its form, because its address has no room for it. */
type Carried = {
	/** The address of that page. */
	action: string;
	sentTo: string;
	sentText: string;
	values: [id: string, value: string][];
};

/** Mails the link once more, for whoever has the page that says that a form was sent. */
async function sendAgain(
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

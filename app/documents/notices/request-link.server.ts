import { checkAnswers } from "#app/forms/answers.ts";
import type { readAnswers } from "#app/forms/visitor-form.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { SUBSCRIBE_FIELDS } from "./components/subscribe-form.tsx";
import { askToSubscribe } from "./subscription.server.ts";

type Sent = Pick<ReturnType<typeof readAnswers>, "values" | "honeypot">;

/** What comes of the form. All but "sent" is shown on its page again, with what was typed. */
export type Requested = {
	step: "sent" | "full" | "refused";
	status?: number;
	values?: [id: string, value: string][];
	errors?: [id: string, error: string][];
	problem?: string;
	refusal?: Refusal;
};

/** Checks what somebody typed, and mails the link with which the app's changes are told. */
export async function requestLink(
	app: { id: string },
	sent: Sent,
	clientAddress: string,
): Promise<Requested> {
	// A program sees the same success as a person, but nothing is stored or mailed.
	if (sent.honeypot !== "") return { step: "sent" };
	const values = [...sent.values];
	const checked = checkAnswers(SUBSCRIBE_FIELDS, sent.values);
	if (!checked.ok) return { step: "refused", status: 400, values, errors: [...checked.errors] };
	try {
		const asked = { email: checked.value.email, clientAddress };
		const outcome = await askToSubscribe(app.id, asked);
		return outcome === "full" ? { step: "full", status: 409 } : { step: "sent" };
	} catch (refusal) {
		if (!(refusal instanceof Refusal)) throw refusal;
		const { message, status } = refusal;
		return { step: "refused", status, values, problem: message, refusal };
	}
}

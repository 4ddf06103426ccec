import type { MiddlewareFunction } from "react-router";
import { resolveForm } from "#app/addresses/address.server.ts";
import type { FormPage } from "#app/addresses/live-page.sql.ts";
import { clientAddress } from "#app/http/client-address.server.ts";
import { readForm, retryHeaders } from "#app/http/form.server.ts";
import { type NextStep, takeStep } from "./visitor-form.server.ts";
import { CONTROL, EMAIL_REQUIRED, FORM_CLOSED, FORM_SENT, readAnswers } from "./visitor-form.ts";

/**
 * The JSON interface of a public form: a POST that accepts JSON, from an app or a page's fetch. The
 * body has the page's fields, or is JSON of { values: { [field id]: text }, question, sum }, in which
 * numbers and booleans count as their text. A 202 says what to do next. A 409 means that the form
 * has changed or is closed; if closed, it has the app's contact address, if any. A 202 and the 409
 * of a closed form have the owner's own text, if any. A 422 has errors by field id, or the question
 * to answer. A 429 has Retry-After.
 */
export const answerJson: MiddlewareFunction<Response> = async ({ request, params, url }, next) => {
	if (request.method !== "POST" || !acceptsJson(request)) return next();
	const resolved = await resolveForm(
		params.accountSlug ?? "",
		params.appName ?? "",
		params.formSlug ?? "",
	);
	if (resolved.outcome === "moved") {
		// 308 keeps the method and the body. The site's other redirects are for GET.
		const headers = { Location: resolved.path + url.search };
		return new Response(null, { status: 308, headers });
	}
	if (resolved.outcome !== "found") {
		return json(resolved.outcome === "gone" ? 410 : 404, { error: resolved.text });
	}
	const sent = await readSent(request);
	if (!sent) return json(400, { error: "The body can't be read as a form or as JSON." });
	const step = await takeStep(resolved.page, { ...sent, clientAddress: clientAddress(request) });
	return describe(step, resolved.page);
};

function acceptsJson(request: Request): boolean {
	const accept = request.headers.get("Accept") ?? "";
	return accept.includes("application/json") && !accept.includes("text/html");
}

async function readSent(request: Request) {
	const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
	if (type === "application/json") return readJson(request);
	try {
		return readAnswers(await readForm(request));
	} catch {
		return null;
	}
}

async function readJson(request: Request) {
	try {
		const body: unknown = await request.json();
		if (typeof body !== "object" || body === null) return null;
		const texts = textsIn(body);
		const values: unknown = "values" in body ? body.values : {};
		if (typeof values !== "object" || values === null || Array.isArray(values)) return null;
		return {
			values: textsIn(values),
			question: texts.get(CONTROL.question) ?? "",
			answer: texts.get(CONTROL.answer) ?? "",
			revision: "",
			honeypot: "",
		};
	} catch {
		return null;
	}
}

/** Returns the texts of an object. Numbers and booleans count as their text. */
function textsIn(object: object): Map<string, string> {
	const isPlain = ([, value]: [string, unknown]) =>
		["string", "number", "boolean"].includes(typeof value);
	return new Map(
		Object.entries(object)
			.filter(isPlain)
			.map(([name, value]) => [name, String(value)]),
	);
}

function describe(step: NextStep, { app, sentText, closedText }: FormPage): Response {
	switch (step.step) {
		case "sent":
			return json(202, { message: FORM_SENT, ...(sentText && { text: sentText }) });
		case "closed":
			return json(409, {
				error: FORM_CLOSED,
				...(closedText && { text: closedText }),
				...(app.contactEmail && { contact_email: app.contactEmail }),
			});
		case "changed":
			return json(409, { error: "This form has changed. Please load it again." });
		case "errors":
			return json(422, {
				...(step.isEmailMissing && { error: EMAIL_REQUIRED }),
				errors: Object.fromEntries(step.errors),
			});
		case "question": {
			const { token, text } = step.question;
			const error = step.fault ?? "Please answer the question, and send the values again with it.";
			return json(422, { error, question: { text, token } });
		}
		case "refused": {
			const { status, message } = step.refusal;
			return json(status, { error: message }, retryHeaders(step.refusal));
		}
	}
}

function json(status: number, body: object, headers: Record<string, string> = {}): Response {
	return Response.json(body, { status, headers });
}

import { data } from "react-router";
import { csvLine } from "~/lib/csv";
import { download } from "~/lib/download.server";
import { appContext } from "~/middleware/app";
import { eachSubmission } from "~/models/submission-list.server";
import type { Route } from "./+types/export";

type Submission = Awaited<ReturnType<ReturnType<typeof eachSubmission>["next"]>>["value"] & object;

/** Before the page is made, so that the file is sent as it grows and a refusal is still a page. */
export const middleware: Route.MiddlewareFunction[] = [answerWithFile];

/** Being here makes the server run the middleware for requests of data, too. */
export function loader() {
	return null;
}

export default function Export() {
	return null;
}

/** The submissions of an app or of one form as CSV or JSON, streamed. */
function answerWithFile(
	{ request, context, params, url }: Parameters<Route.MiddlewareFunction>[0],
	next: Parameters<Route.MiddlewareFunction>[1],
) {
	if (request.method !== "GET") return next();
	const submissions = eachSubmission(context.get(appContext), params.formId);
	switch (url.searchParams.get("format")) {
		case "csv":
			return download(csvOf(submissions), "submissions.csv", "text/csv; charset=utf-8");
		case "json":
			return download(jsonOf(submissions), "submissions.json", "application/json");
		default:
			throw data(
				{ title: "Unknown format", text: "Submissions are exported as csv or json." },
				{ status: 400 },
			);
	}
}

async function* csvOf(submissions: AsyncIterable<Submission>) {
	// The byte order mark makes spreadsheets read the file as UTF-8.
	const heads = ["id", "form", "email", "name", "created_at", "email_verified", "status"];
	yield `\uFEFF${csvLine([...heads, "priority", "tags", "answers", "messages"])}`;
	for await (const one of submissions) {
		yield csvLine([
			one.id,
			one.form.title,
			one.email,
			one.name,
			one.createdAt.toISOString(),
			String(one.verifiedAt !== null),
			one.status,
			one.priority,
			one.tags.join(", "),
			one.answers.map(({ label, value }) => `${label}: ${value}`).join("\n"),
			one.messages.map(({ senderType, message }) => `${senderType}: ${message}`).join("\n"),
		]);
	}
}

async function* jsonOf(submissions: AsyncIterable<Submission>) {
	let separator = "[\n";
	for await (const { form, verifiedAt, createdAt, messages, ...one } of submissions) {
		yield separator +
			JSON.stringify({
				...one,
				form: form.title,
				created_at: createdAt,
				email_verified: verifiedAt !== null,
				messages: messages.map(({ senderType, message, createdAt: at }) => ({
					sender_type: senderType,
					message,
					created_at: at,
				})),
			});
		separator = ",\n";
	}
	yield separator === "[\n" ? "[]\n" : "\n]\n";
}

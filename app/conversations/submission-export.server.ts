import { csvLine } from "#app/platform/csv.ts";
import type { eachSubmission } from "./submission-list.server.ts";

type Submission = Awaited<ReturnType<ReturnType<typeof eachSubmission>["next"]>>["value"] & object;

/** Yields the lines of a CSV file. */
export async function* submissionsAsCsv(submissions: AsyncIterable<Submission>) {
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

/** Yields the pieces of a JSON list of submissions with all their messages. */
export async function* submissionsAsJson(submissions: AsyncIterable<Submission>) {
	let separator = "[\n";
	for await (const {
		form,
		verifiedAt,
		createdAt,
		messages,
		internalNotes,
		...one
	} of submissions) {
		yield separator +
			JSON.stringify({
				...one,
				internal_notes: internalNotes,
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

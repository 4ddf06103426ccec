import { csvLine, longCsvLine } from "#app/platform/csv.ts";
import type { eachSubmission } from "./submission-list.server.ts";
import { eachMessage, exportedNotes } from "./thread.sql.ts";

type Submission = Awaited<ReturnType<ReturnType<typeof eachSubmission>["next"]>>["value"] & object;

/** Yields the lines of a CSV file. */
export async function* submissionsAsCsv(submissions: AsyncIterable<Submission>) {
	// The byte order mark makes spreadsheets read the file as UTF-8.
	const heads = ["id", "form", "email", "name", "created_at", "email_verified", "status"];
	yield `\uFEFF${csvLine([...heads, "priority", "tags", "answers", "messages"])}`;
	for await (const one of submissions) {
		const cells = [
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
		];
		yield* longCsvLine(cells, messageLines(one.id));
	}
}

function* messageLines(submissionId: string) {
	for (const { senderType, message, via } of eachMessage(submissionId)) {
		yield `${senderType}${via === "page" ? "" : ` by ${via}`}: ${message}`;
	}
}

/** Yields the pieces of a JSON list of submissions with all their messages. */
export async function* submissionsAsJson(submissions: AsyncIterable<Submission>) {
	let separator = "[\n";
	for await (const { form, verifiedAt, createdAt, ...one } of submissions) {
		const submission = JSON.stringify({
			...one,
			internal_notes: exportedNotes(one.id),
			form: form.title,
			created_at: createdAt,
			email_verified: verifiedAt !== null,
		});
		yield `${separator}${submission.slice(0, -1)},"messages":[`;
		let comma = "";
		for (const { senderType, message, createdAt: at, via, rest } of eachMessage(one.id)) {
			const cut = rest === "" ? {} : { cut_off: rest };
			yield comma +
				JSON.stringify({ sender_type: senderType, message, created_at: at, via, ...cut });
			comma = ",";
		}
		yield "]}";
		separator = ",\n";
	}
	yield separator === "[\n" ? "[]\n" : "\n]\n";
}

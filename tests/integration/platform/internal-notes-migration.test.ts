import { expect, test } from "vitest";
import { databaseBefore, insert } from "../../kit/migrations.ts";

const NOTES = "20261122121500_internal_notes";
const AT = "2026-11-21T08:00:00.000+00:00";

test("the one internal note of a submission becomes an entry below its newest message", () => {
	const { database, apply } = databaseBefore(NOTES);
	const times = { createdAt: AT, updatedAt: AT };
	insert(database, "User", { id: "u", email: "u@example.com", passwordHash: "", ...times });
	insert(database, "App", {
		id: "a",
		userId: "u",
		name: "A",
		nameKey: "a",
		slug: "a",
		requestId: "a",
		...times,
	});
	insert(database, "Form", {
		...{ id: "f", appId: "a", userId: "u", title: "F", titleKey: "f", slug: "f", description: "" },
		...{ fields: "[]", requestId: "f", revision: 1, ...times },
	});
	for (const [id, internalNotes] of [
		["noted", "Ask Grace."],
		["silent", "Before anybody wrote."],
		["plain", ""],
	]) {
		insert(database, "Submission", {
			...{ id, formId: "f", appId: "a", userId: "u", email: "v@example.com", name: "" },
			...{ answers: "[]", internalNotes, lastActivityAt: AT, ...times },
		});
	}
	for (const requestId of ["1", "2"]) {
		const message = { submissionId: "noted", senderType: "user", message: "Hello", requestId };
		insert(database, "Message", { ...message, createdAt: AT });
	}

	apply(NOTES);

	const kept = "SELECT submissionId, afterMessageId, text, createdAt FROM InternalNote ORDER BY id";
	expect(database.prepare(kept).all()).toEqual([
		{ submissionId: "noted", afterMessageId: 2, text: "Ask Grace.", createdAt: AT },
		{ submissionId: "silent", afterMessageId: 0, text: "Before anybody wrote.", createdAt: AT },
	]);
});

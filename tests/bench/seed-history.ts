/** What documents and apps gather over the years. Plain SQL makes ten million rows in minutes. */
import type Database from "better-sqlite3";
import { DELETION_TITLE, deletionFields } from "#app/deletion-requests/deletion-form.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import { DAY_MS } from "#app/platform/time.ts";
import { PREFIX } from "./seeded.ts";

export type Gathered = {
	/** Versions of each document, the present one included. */
	versions: number;
	/** People who are told of each app's changes. */
	subscribers: number;
	/** Deletion requests of each app. Every third waits. */
	deletions: number;
};

const DAYS = 30;

/** Adds the versions of all documents, and the subscribers and deletion requests of all apps. */
export function seedHistory(database: Database.Database, { deletions, ...each }: Gathered): void {
	database
		.prepare(
			`INSERT INTO DocumentVersion (id, documentId, revision, title, content, savedBy, createdAt)
			SELECT printf('${PREFIX.version}%012x', d.rowid * ? + one.value), d.id, one.value, d.title,
				iif(one.value = d.revision, d.content, 'Text ' || one.value || '. ' || d.content),
				'owner@example.com', d.createdAt
			FROM Document d CROSS JOIN json_each(?) one`,
		)
		.run(each.versions + 1, upTo(each.versions));
	database
		.prepare(
			`INSERT INTO Subscriber (id, appId, email, createdAt, confirmedAt)
			SELECT printf('${PREFIX.subscriber}%012x', a.rowid * ? + one.value), a.id,
				'reader-' || one.value || '@example.net', a.createdAt, a.createdAt
			FROM App a CROSS JOIN json_each(?) one`,
		)
		.run(each.subscribers + 1, upTo(each.subscribers));
	if (deletions > 0) seedDeletions(database, deletions);
}

/** The closed requests are those whose words are erased. No job waits, as none is to run. */
function seedDeletions(database: Database.Database, each: number): void {
	const fields = JSON.stringify(deletionFields({ identifierLabel: "", offersPart: false }));
	database
		.prepare(
			`INSERT INTO Form (id, kind, appId, userId, title, titleKey, description, fields, slug,
				requestId, revision, createdAt, updatedAt)
			SELECT printf('${PREFIX.deletionForm}%012x', rowid), 'deletion', id, userId, ?,
				'~deletion:' || id, '', ?, '~deletion', '~deletion:' || id, 1, createdAt, createdAt FROM App`,
		)
		.run(DELETION_TITLE, fields);
	database
		.prepare(
			`INSERT INTO DeletionPage (appId, formId, deleted, kept, days, revision, createdAt, updatedAt)
			SELECT appId, id, 'Your name', '', ?, 1, createdAt, createdAt FROM Form WHERE kind = 'deletion'`,
		)
		.run(DAYS);
	database
		.prepare(
			`INSERT INTO Submission (id, formId, appId, userId, email, name, answers, createdAt, updatedAt,
				verifiedAt, lastActivityAt)
			SELECT printf('${PREFIX.deletionSubmission}%012x', f.rowid * ? + one.value), f.id, f.appId,
				f.userId, 'leaver-' || one.value || '@example.net', '', '[]', f.createdAt, f.createdAt,
				f.createdAt, f.createdAt
			FROM Form f CROSS JOIN json_each(?) one WHERE f.kind = 'deletion' AND one.value % 3 = 0`,
		)
		.run(each + 1, upTo(each));
	database
		.prepare(
			`INSERT INTO DeletionRequest (submissionId, userId, appId, appName, scope, askedAt, dueAt)
			SELECT s.id, s.userId, s.appId, a.name, 'account', ?, ?
			FROM Submission s JOIN App a ON a.id = s.appId
			WHERE s.id > '${PREFIX.deletionSubmission}' AND s.id < '${PREFIX.deletionSubmission}g'`,
		)
		.run(inDays(0), inDays(DAYS));
	database
		.prepare(
			`INSERT INTO DeletionRequest (userId, appId, appName, scope, askedAt, dueAt, closedAt, outcome)
			SELECT a.userId, a.id, a.name, 'account', ?, ?, ?, 'done'
			FROM App a CROSS JOIN json_each(?) one WHERE one.value % 3 <> 0`,
		)
		.run(inDays(-90), inDays(-60), inDays(-70), upTo(each));
}

/** The numbers from 1 as JSON. */
function upTo(count: number): string {
	return JSON.stringify(Array.from({ length: count }, (_, at) => at + 1));
}

function inDays(days: number): string {
	return sqlTime(new Date(Date.now() + days * DAY_MS));
}

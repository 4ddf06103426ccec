import crypto from "node:crypto";
import type { Answers } from "#app/forms/answers.ts";
import { plain, readRows, type Transaction } from "#app/platform/db/db.server.ts";
import { containing } from "#app/platform/db/like.ts";
import type { Shown } from "./inbox/submission-list.sql.ts";
import { PRIORITIES } from "./submission-rules.ts";
import { TAB } from "./waiting.ts";

/** The index holds trigrams, so shorter searches can't use it. */
const QUERY_MIN = 3;
/** A search or a tag finds at most so many, the newest: all of them are put in order for a page. */
export const FOUND_MAX = 2_000;
/** A search that can't use the index looks through so many of each app, the newest. */
const LOOKED_THROUGH = 5_000;

/** Adds a submission to the search index, in the transaction that stores it. */
export async function indexSubmission(
	tx: Transaction,
	{ number, appId }: { number: number; appId: string },
	{ email, name, answers }: Answers,
): Promise<void> {
	const text = [appTag(appId), email, name, ...answers.map(({ value }) => value)].join(" ");
	// A JavaScript number would be bound as a float, but a rowid must be an integer.
	const values = [BigInt(number), text];
	plain(tx).run("INSERT INTO SubmissionSearch (rowid, text) VALUES (?, ?)", values);
}

/** What to look for: a text, a tag, or both. "" is none. */
type Search = Shown & { appIds: string[]; query: string; tag: string };

/** A submission that was found. */
type Found = { number: number; id: string; lastActivityAt: string; tab: string };

const TAGGED = `SELECT number FROM SubmissionTag WHERE userId = ? AND tag = ?
	ORDER BY number DESC LIMIT ${FOUND_MAX}`;

const MATCHING = `SELECT rowid AS number FROM SubmissionSearch WHERE SubmissionSearch MATCH ?
	ORDER BY rowid DESC LIMIT ${FOUND_MAX}`;

// The "+" makes SQLite use the app's index, which has the order.
const LIKE = `SELECT number FROM json_each(?) app CROSS JOIN Submission sub ON sub.number IN (
		SELECT number FROM Submission WHERE appId = app.value AND +userId = ?
		ORDER BY number DESC LIMIT ${LOOKED_THROUGH}
	) WHERE sub.email LIKE ? ESCAPE '\\' OR sub.name LIKE ? ESCAPE '\\'
	ORDER BY number DESC LIMIT ${FOUND_MAX}`;

const FOUND = `SELECT s.number, s.id, s.lastActivityAt, ${TAB} AS tab`;

/** Those of the found that are to be shown, the last active first. */
const TO_SHOW = `CROSS JOIN Submission s ON s.number = found.number
	WHERE s.userId = ? AND s.formId IN (SELECT value FROM json_each(?))
	AND s.priority IN (SELECT value FROM json_each(?)) AND (? = '' OR EXISTS (
		SELECT 1 FROM SubmissionTag t
		WHERE t.userId = s.userId AND t.tag = ? AND t.number = s.number
	)) ORDER BY s.lastActivityAt DESC, s.number DESC LIMIT ${FOUND_MAX}`;

const BY_TAG = `${FOUND} FROM (${TAGGED}) found ${TO_SHOW}`;
const BY_TEXT = `${FOUND} FROM (${MATCHING}) found ${TO_SHOW}`;
const BY_NAME = `${FOUND} FROM (${LIKE}) found ${TO_SHOW}`;

/**
 * Returns the submissions that a search or a tag finds in the forms, under any tab, the last active
 * first; of more than 2,000, the newest. A query of fewer than three characters looks only into the
 * addresses and the names of the newest 5,000 of each app.
 */
export function searchSubmissions(search: Search): Found[] {
	const { userId, formIds, appIds, priority, query, tag } = search;
	const priorities = JSON.stringify(priority ? [priority] : PRIORITIES);
	const values = [userId, JSON.stringify(formIds), priorities, tag, tag];
	// No answer contains a null byte, and SQLite would cut the query there.
	if (query.includes("\0") || formIds.length === 0) return [];
	if (query === "") return readRows<Found>(BY_TAG, [userId, tag, ...values]);
	if ([...query].length < QUERY_MIN) {
		const like = containing(query);
		return readRows<Found>(BY_NAME, [JSON.stringify(appIds), userId, like, like, ...values]);
	}
	const ofApps = appIds.map((appId) => `"${appTag(appId)}"`).join(" OR ");
	const match = `(${ofApps}) AND "${query.replaceAll('"', '""')}"`;
	return readRows<Found>(BY_TEXT, [match, ...values]);
}

/**
 * Returns three rare characters that stand for an app. They are one trigram of the index, so that
 * a search reads the submissions of one app only. Apps may share a tag: compare the app's id too.
 */
export function appTag(appId: string): string {
	const hash = crypto.createHash("sha256").update(appId).digest();
	// CJK ideographs have no upper and lower case.
	const first = 0x4e00;
	const count = 20_000;
	return [0, 4, 8]
		.map((at) => String.fromCodePoint(first + (hash.readUInt32BE(at) % count)))
		.join("");
}

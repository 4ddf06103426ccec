import crypto from "node:crypto";
import type { AppAccess } from "#app/accounts/access.server.ts";
import type { Answers } from "#app/forms/answers.ts";
import { Prisma } from "#app/generated/prisma/client.ts";
import { db, plain, type Transaction } from "#app/platform/db/db.server.ts";
import { IS_WAITING } from "./waiting.ts";

/** The index holds pieces of three characters, so shorter searches can't use it. */
const QUERY_MIN = 3;

/** Puts a submission into the search index, within the transaction that stores it. */
export async function indexSubmission(
	tx: Transaction,
	{ number, appId }: { number: number; appId: string },
	{ email, name, answers }: Answers,
): Promise<void> {
	const text = [appTag(appId), email, name, ...answers.map(({ value }) => value)].join(" ");
	// A number of JavaScript's would be bound as a fraction, which no row id is.
	const values = [BigInt(number), text];
	plain(tx).run("INSERT INTO SubmissionSearch (rowid, text) VALUES (?, ?)", values);
}

type Search = {
	query: string;
	formId?: string;
	/** Only what waits for the owner's answer. */
	isWaiting?: boolean;
	skip: number;
	take: number;
};

const AND_WAITING = Prisma.raw(`AND ${IS_WAITING}`);

/**
 * The numbers of an app's submissions, or of one form's, that contain the query, newest first. One
 * of one or two characters looks into the address and the name only.
 */
export async function searchSubmissions(
	{ appId, userId }: AppAccess,
	{ query, formId, isWaiting = false, skip, take }: Search,
): Promise<number[]> {
	// No answer holds a null byte, and SQLite would end the query there.
	if (query.includes("\0")) return [];
	const ofForm = formId ? Prisma.sql`AND s.formId = ${formId}` : Prisma.empty;
	const waiting = isWaiting ? AND_WAITING : Prisma.empty;
	const isIndexed = [...query].length >= QUERY_MIN;
	const match = `"${appTag(appId)}" "${query.replaceAll('"', '""')}"`;
	const like = `%${query.replace(/[\\%_]/g, "\\$&")}%`;
	// The "+" keeps SQLite at the app's index, whose order is the list's.
	const rows = isIndexed
		? await db.$queryRaw<{ number: bigint }[]>`
			SELECT s.number FROM SubmissionSearch
			CROSS JOIN Submission s ON s.number = SubmissionSearch.rowid
			WHERE SubmissionSearch MATCH ${match} AND s.appId = ${appId}
			AND s.userId = ${userId} ${ofForm} ${waiting}
			ORDER BY SubmissionSearch.rowid DESC LIMIT ${take} OFFSET ${skip}`
		: await db.$queryRaw<{ number: bigint }[]>`
			SELECT s.number FROM Submission s
			WHERE s.appId = ${appId} AND +s.userId = ${userId} ${ofForm} ${waiting}
			AND (s.email LIKE ${like} ESCAPE '\\' OR s.name LIKE ${like} ESCAPE '\\')
			ORDER BY s.number DESC LIMIT ${take} OFFSET ${skip}`;
	return rows.map(({ number }) => Number(number));
}

/**
 * Three rare characters that stand for an app: one piece of the index, so that a search looks at
 * one app's submissions however many the site has. Two apps may share a tag; the search checks.
 */
export function appTag(appId: string): string {
	const hash = crypto.createHash("sha256").update(appId).digest();
	// From the block of CJK ideographs, which has no upper and lower case.
	const first = 0x4e00;
	const count = 20_000;
	return [0, 4, 8]
		.map((at) => String.fromCodePoint(first + (hash.readUInt32BE(at) % count)))
		.join("");
}

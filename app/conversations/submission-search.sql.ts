import crypto from "node:crypto";
import type { UserAccess } from "#app/accounts/access.server.ts";
import type { Answers } from "#app/forms/answers.ts";
import { Prisma } from "#app/generated/prisma/client.ts";
import { db, plain, type Transaction } from "#app/platform/db/db.server.ts";
import { containing } from "#app/platform/db/like.ts";
import { IS_WAITING } from "./waiting.ts";

/** The index holds trigrams, so shorter searches can't use it. */
const QUERY_MIN = 3;

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

type Search = {
	query: string;
	formId?: string;
	/** Only submissions that wait for the owner's reply. */
	isWaiting?: boolean;
	skip: number;
	take: number;
};

const AND_WAITING = Prisma.raw(`AND ${IS_WAITING}`);

/**
 * Returns the numbers of the submissions of the account, an app or one form that contain the query, newest
 * first. A query of fewer than three characters searches only the address and the name; "" finds
 * all.
 */
export async function searchSubmissions(
	{ appId, userId }: UserAccess & { appId?: string },
	{ query, formId, isWaiting = false, skip, take }: Search,
): Promise<number[]> {
	// No answer contains a null byte, and SQLite would cut the query there.
	if (query.includes("\0")) return [];
	const ofForm = formId ? Prisma.sql`AND s.formId = ${formId}` : Prisma.empty;
	const ofApp = appId ? Prisma.sql`AND s.appId = ${appId}` : Prisma.empty;
	const waiting = isWaiting ? AND_WAITING : Prisma.empty;
	if (query === "") {
		// Form by form, because the index of what waits begins with the user and the form.
		const forms = formId ? Prisma.sql`AND f.id = ${formId}` : Prisma.empty;
		const rows = await db.$queryRaw<{ number: bigint }[]>`
			SELECT s.number FROM Form f
			CROSS JOIN Submission s ON s.userId = f.userId AND s.formId = f.id
			WHERE f.userId = ${userId} ${ofApp} ${forms} ${waiting}
			ORDER BY s.number DESC LIMIT ${take} OFFSET ${skip}`;
		return rows.map(({ number }) => Number(number));
	}
	const isIndexed = [...query].length >= QUERY_MIN;
	const match = `${appId ? `"${appTag(appId)}"` : ""} "${query.replaceAll('"', '""')}"`;
	const like = containing(query);
	// The "+" makes SQLite use the app's index, which has the order of the list.
	const rows = isIndexed
		? await db.$queryRaw<{ number: bigint }[]>`
			SELECT s.number FROM SubmissionSearch
			CROSS JOIN Submission s ON s.number = SubmissionSearch.rowid
			WHERE SubmissionSearch MATCH ${match}
			AND s.userId = ${userId} ${ofApp} ${ofForm} ${waiting}
			ORDER BY SubmissionSearch.rowid DESC LIMIT ${take} OFFSET ${skip}`
		: await db.$queryRaw<{ number: bigint }[]>`
			SELECT s.number FROM Submission s
			WHERE +s.userId = ${userId} ${ofApp} ${ofForm} ${waiting}
			AND (s.email LIKE ${like} ESCAPE '\\' OR s.name LIKE ${like} ESCAPE '\\')
			ORDER BY s.number DESC LIMIT ${take} OFFSET ${skip}`;
	return rows.map(({ number }) => Number(number));
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

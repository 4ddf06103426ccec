import type { AppAccess, UserAccess } from "#app/accounts/access.server.ts";
import type { Answer } from "#app/forms/answers.ts";
import type { Prisma } from "#app/generated/prisma/client.ts";
import { clock } from "#app/platform/clock.server.ts";
import { breathe } from "#app/platform/db/breathe.server.ts";
import { fits } from "#app/platform/db/condition.ts";
import { db } from "#app/platform/db/db.server.ts";
import { searchSubmissions } from "./submission-search.sql.ts";
import { newSubmission } from "./waiting.ts";

export const PAGE_SIZE = 50;

export type SubmissionFilter = {
	formId?: string;
	query: string;
	/** Only submissions that wait for the owner's reply. */
	isWaiting?: boolean;
	page: number;
};

/** The state that the list shows (product.md, V12). */
export type SubmissionState =
	| "Pending Verification"
	| "Verified"
	| "Active Session"
	| "Session Expired";

/**
 * Returns a page of 50 submissions of the account, an app or one form, newest first, and whether there are
 * more. `isWaiting` keeps those that wait for the owner's reply. `query` searches the address, the
 * name and the answers; with fewer than three characters, only the address and the name.
 */
export async function listSubmissions(
	access: UserAccess & { appId?: string },
	{ formId, query, isWaiting = false, page }: SubmissionFilter,
) {
	const range = { skip: (page - 1) * PAGE_SIZE, take: PAGE_SIZE + 1 };
	const search = { query, formId, isWaiting, ...range };
	const isFound = query !== "" || isWaiting;
	const found = isFound && { number: { in: await searchSubmissions(access, search) } };
	const rows = await db.submission.findMany({
		where: {
			appId: access.appId,
			userId: access.userId,
			...(formId && { formId }),
			...found,
		},
		orderBy: { number: "desc" },
		take: range.take,
		skip: isFound ? 0 : range.skip,
		select: {
			id: true,
			email: true,
			verifiedAt: true,
			sessionEndsAt: true,
			lastActivityAt: true,
			lastSender: true,
			messageCount: true,
		},
	});
	const submissions = rows.slice(0, PAGE_SIZE).map(({ sessionEndsAt, ...row }) => ({
		...row,
		state: stateOf({ sessionEndsAt, verifiedAt: row.verifiedAt }),
		isNew: fits(newSubmission, row),
	}));
	return { submissions, hasMore: rows.length > PAGE_SIZE };
}

/**
 * Counts the matching submissions of each of the owner's forms, by form id. It runs a query per
 * form, because Prisma's count of a relation would count the whole table and join it.
 */
export async function countSubmissions(
	access: UserAccess,
	formIds: string[],
	where: Prisma.SubmissionWhereInput,
): Promise<Map<string, number>> {
	const counts = await Promise.all(
		formIds.map((formId) =>
			db.submission.count({ where: { ...where, formId, userId: access.userId } }),
		),
	);
	return new Map(formIds.map((formId, at) => [formId, counts[at] ?? 0]));
}

export function stateOf(submission: {
	verifiedAt: Date | null;
	sessionEndsAt: Date | null;
}): SubmissionState {
	if (!submission.verifiedAt) return "Pending Verification";
	if (!submission.sessionEndsAt) return "Verified";
	return submission.sessionEndsAt > clock.now() ? "Active Session" : "Session Expired";
}

/**
 * Yields every submission of an app or of one form, oldest first, and reads them in batches that
 * fit into memory. `verifiedOnly` leaves out unverified ones. eachMessage() reads their messages.
 */
export async function* eachSubmission(
	access: AppAccess,
	formId?: string,
	{ verifiedOnly = false }: { verifiedOnly?: boolean } = {},
) {
	const bite = 500;
	let after: number | undefined;
	for (;;) {
		const rows = await db.submission.findMany({
			where: {
				appId: access.appId,
				userId: access.userId,
				...(formId && { formId }),
				...(verifiedOnly && { verifiedAt: { not: null } }),
				number: { gt: after },
			},
			orderBy: { number: "asc" },
			take: bite,
			select: {
				number: true,
				id: true,
				email: true,
				name: true,
				answers: true,
				createdAt: true,
				verifiedAt: true,
				status: true,
				priority: true,
				tags: true,
				notes: true,
				form: { select: { title: true } },
			},
		});
		for (const { number: _, answers, tags, ...row } of rows) {
			yield {
				...row,
				answers: JSON.parse(answers) as Answer[],
				tags: JSON.parse(tags) as string[],
			};
		}
		after = rows.at(-1)?.number;
		if (rows.length < bite) return;
		await breathe();
	}
}

import type { AppAccess, UserAccess } from "#app/accounts/access.server.ts";
import type { Answer } from "#app/forms/answers.ts";
import type { Prisma } from "#app/generated/prisma/client.ts";
import { clock } from "#app/platform/clock.server.ts";
import { breathe } from "#app/platform/db/breathe.server.ts";
import { fits } from "#app/platform/db/condition.ts";
import { db } from "#app/platform/db/db.server.ts";
import { searchSubmissions } from "./submission-search.sql.ts";
import { newSubmission, waitingSubmission } from "./waiting.ts";

export const PAGE_SIZE = 50;

export type SubmissionFilter = {
	formId?: string;
	query: string;
	/** Only what waits for the owner's answer. */
	isWaiting?: boolean;
	page: number;
};

/** What the list says of a submission (visitor, section 4). */
export type SubmissionState =
	| "Pending Verification"
	| "Verified"
	| "Active Session"
	| "Session Expired";

/**
 * A page of 50 of an app's submissions, or of one form's, newest first, with whether there are
 * more. `isWaiting` leaves those that a visitor wrote in last, verified and not closed. `query`
 * looks into the address, the name and the answers; one of one or two characters into the address
 * and the name only.
 */
export async function listSubmissions(
	access: AppAccess,
	{ formId, query, isWaiting = false, page }: SubmissionFilter,
) {
	const range = { skip: (page - 1) * PAGE_SIZE, take: PAGE_SIZE + 1 };
	const search = { query, formId, isWaiting, ...range };
	const found = query !== "" && {
		number: { in: await searchSubmissions(access, search) },
	};
	const rows = await db.submission.findMany({
		where: {
			appId: access.appId,
			userId: access.userId,
			...(formId && { formId }),
			...(isWaiting && !found && (await whereWaiting(access, formId))),
			...found,
		},
		orderBy: { number: "desc" },
		...(!found && range),
		select: {
			id: true,
			email: true,
			verifiedAt: true,
			sessionEndsAt: true,
			lastActivityAt: true,
			lastSender: true,
			messageCount: true,
			form: { select: { title: true } },
		},
	});
	const submissions = rows.slice(0, PAGE_SIZE).map(({ sessionEndsAt, ...row }) => ({
		...row,
		state: stateOf({ sessionEndsAt, verifiedAt: row.verifiedAt }),
		isNew: fits(newSubmission, row),
	}));
	return { submissions, hasMore: rows.length > PAGE_SIZE };
}

/** Asked by form, as the index is that these are counted by. */
async function whereWaiting(
	{ appId, userId }: AppAccess,
	formId?: string,
): Promise<Prisma.SubmissionWhereInput> {
	const forms = await db.form.findMany({
		where: { appId, userId, ...(formId && { id: formId }) },
		select: { id: true },
	});
	return { formId: { in: forms.map(({ id }) => id) }, ...waitingSubmission };
}

/**
 * How many submissions of each of one's own forms fit, by the form's id. Asked by form, because a
 * relation's count in Prisma would count the whole table and join it.
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

/** The badge of a submission. */
export function stateOf(submission: {
	verifiedAt: Date | null;
	sessionEndsAt: Date | null;
}): SubmissionState {
	if (!submission.verifiedAt) return "Pending Verification";
	if (!submission.sessionEndsAt) return "Verified";
	return submission.sessionEndsAt > clock.now() ? "Active Session" : "Session Expired";
}

/**
 * Every submission of an app, or of one form, oldest first, in bites that fit into memory; with
 * `verifiedOnly` without those whose visitor has not proved the address.
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
				internalNotes: true,
				form: { select: { title: true } },
				messages: {
					orderBy: { id: "asc" },
					select: { senderType: true, message: true, createdAt: true },
				},
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

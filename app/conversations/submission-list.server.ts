import type { UserAccess } from "#app/accounts/access.server.ts";
import type { Answer } from "#app/forms/answers.ts";
import type { Prisma } from "#app/generated/prisma/client.ts";
import { clock } from "#app/platform/clock.server.ts";
import { breathe } from "#app/platform/db/breathe.server.ts";
import { fits } from "#app/platform/db/condition.ts";
import { db } from "#app/platform/db/db.server.ts";
import { type Keyset, markOf } from "#app/platform/db/keyset.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import { formatAgo } from "#app/platform/time.ts";
import { type SubmissionFilter, TABS, type Tab } from "./inbox/submission-filter.ts";
import {
	countShown,
	type ListedForm,
	listForms,
	listTags,
	PAGE_SIZE,
	readListed,
	readNumbers,
	type Shown,
} from "./inbox/submission-list.sql.ts";
import { FOUND_MAX, searchSubmissions } from "./submission-search.sql.ts";
import { newSubmission, tabOf } from "./waiting.ts";

/** The state that the list shows (product.md, V12). */
export type SubmissionState =
	| "Pending Verification"
	| "Verified"
	| "Active Session"
	| "Session Expired";

/** Whose submissions: the account's, those of an app, or those of a form. */
export type ListAccess = Pick<UserAccess, "userId"> & { appId?: string };

type List = SubmissionFilter & { formId?: string; before?: Keyset | null };

/** Later than every time and id of a row. */
const FIRST_PAGE = { at: "~", id: "" };

/**
 * Returns a page of 50 submissions, the last active first, with the cursor of the next page, how
 * many stand under each tab, and what the list can be narrowed to. `query` searches the address,
 * the name and the answers. Without a tab, the account's list shows what waits, if anything does.
 */
export function listSubmissions(access: ListAccess, filter: List) {
	const { userId, appId } = access;
	const { forms, shown, found } = narrow(access, filter);
	const counts = countTabs(shown, found);
	const isInbox = appId === undefined && found === null;
	const tab = filter.tab ?? (isInbox && counts.waiting > 0 ? "waiting" : "all");
	const before = filter.before ?? null;
	const numbers = found
		? numbersOf(found, { tab, before })
		: readNumbers(
				{ ...shown, tab },
				before ? { at: sqlTime(before.at), id: before.id } : FIRST_PAGE,
			);
	const submissions = readListed(userId, numbers.slice(0, PAGE_SIZE)).map(toListed);
	const last = submissions.at(-1);
	return {
		submissions,
		next: numbers.length > PAGE_SIZE && last ? markOf(last.lastActivityAt, last.id) : null,
		tab,
		counts,
		forms,
		tags: listTags(userId),
		/** Whether a search may have found more than it can put in order. */
		isCut: found !== null && found.length === FOUND_MAX,
	};
}

type Found = ReturnType<typeof searchSubmissions>;

/** Returns the forms of a list, what of them it shows, and what its search or its tag finds. */
function narrow({ userId, appId }: ListAccess, { formId, ...filter }: List) {
	const { query = "", tag = "", within = "", priority } = filter;
	const forms = listForms(userId).filter(
		(form) => (!appId || form.appId === appId) && (!formId || form.id === formId),
	);
	const narrowed = forms.filter((form) => [form.id, form.appId].includes(within));
	const shownForms = narrowed.length > 0 ? narrowed : forms;
	const shown = { userId, formIds: shownForms.map(({ id }) => id), priority };
	const search = { ...shown, tab: "all", query, tag, appIds: appIdsOf(shownForms) };
	return { forms, shown, found: query === "" && tag === "" ? null : searchSubmissions(search) };
}

function appIdsOf(forms: ListedForm[]): string[] {
	return [...new Set(forms.map(({ appId }) => appId))];
}

/** Returns how many submissions stand under each tab; at most 1,001 without a search. */
function countTabs(shown: Omit<Shown, "tab">, found: Found | null): Record<Tab, number> {
	const count = (tab: Tab) =>
		found ? found.filter((one) => one.tab === tab).length : countShown({ ...shown, tab });
	const [waiting, open, resolved, closed] = TABS.map(count) as [number, number, number, number];
	return { waiting, open, resolved, closed, all: waiting + open + resolved + closed };
}

/** Returns a page's numbers, and the first of the next page. */
function numbersOf(found: Found, { tab, before }: { tab: Tab; before: Keyset | null }): number[] {
	const at = before ? sqlTime(before.at) : FIRST_PAGE.at;
	const ended = found.find(({ id }) => id === before?.id)?.number ?? 0;
	return found
		.filter((one) => tab === "all" || one.tab === tab)
		.filter(
			({ lastActivityAt, number }) =>
				lastActivityAt < at || (lastActivityAt === at && number < ended),
		)
		.slice(0, PAGE_SIZE + 1)
		.map(({ number }) => number);
}

function toListed({ sessionEndsAt, words, ...row }: ReturnType<typeof readListed>[number]) {
	const verifiedAt = row.verifiedAt === null ? null : new Date(row.verifiedAt);
	const lastActivityAt = new Date(row.lastActivityAt);
	return {
		...row,
		tags: JSON.parse(row.tags) as string[],
		verifiedAt,
		lastActivityAt,
		/** How long ago that was, in words. */
		ago: formatAgo(lastActivityAt, clock.now()),
		words: words && row.lastSender === "admin" ? `You: ${words}` : words,
		state: stateOf({
			verifiedAt,
			sessionEndsAt: sessionEndsAt === null ? null : new Date(sessionEndsAt),
		}),
		isNew: fits(newSubmission, row),
	};
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
 * Yields the submissions that a list shows on all of its pages, oldest first. What a search or a tag
 * finds is as bounded as in the list.
 */
export async function* eachListed(access: ListAccess, filter: List) {
	const { tab = "all", formId } = filter;
	const { shown, found } = narrow(access, filter);
	const formIds = new Set(shown.formIds);
	const foundIds = found && new Set(found.map(({ id }) => id));
	for await (const submission of eachSubmission(access, formId)) {
		const isShown =
			formIds.has(submission.formId) &&
			(tab === "all" || tabOf(submission) === tab) &&
			(!shown.priority || submission.priority === shown.priority) &&
			(!foundIds || foundIds.has(submission.id));
		if (isShown) yield submission;
	}
}

/**
 * Yields every submission of the account's active apps, of one app or of one form, oldest first,
 * and reads them in batches that fit into memory. `ids` leaves out all others, and `verifiedOnly`
 * the unverified ones. eachMessage() reads their messages.
 */
export async function* eachSubmission(
	{ userId, appId }: ListAccess,
	formId?: string,
	{ verifiedOnly = false, ids }: { verifiedOnly?: boolean; ids?: string[] } = {},
) {
	const bite = 500;
	let after: number | undefined;
	for (;;) {
		const rows = await db.submission.findMany({
			where: {
				userId,
				appId,
				formId,
				...(!appId && { form: { app: { deletedAt: null } } }),
				...(ids && { id: { in: ids } }),
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
				formId: true,
				lastSender: true,
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

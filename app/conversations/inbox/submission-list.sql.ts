import { readRow, readRows } from "#app/platform/db/db.server.ts";
import { PRIORITIES, STATUSES } from "../submission-rules.ts";
import { TAB } from "../waiting.ts";
import { COUNT_MAX } from "./submission-filter.ts";

export const PAGE_SIZE = 50;
/** So many forms of an account are looked at, more than anybody has. */
const FORMS_MAX = 2_000;
const TAGS_MAX = 200;
/** How many characters of a message are read. */
const WORDS_MAX = 200;

export type ListedForm = {
	id: string;
	title: string;
	appId: string;
	appName: string;
	isDeleted: 0 | 1;
};

/** The forms of the account's active apps, and the deleted ones that have submissions. */
const FORMS = `SELECT f.id, f.title, a.id AS appId, a.name AS appName,
		f.deletedAt IS NOT NULL AS isDeleted
	FROM App a CROSS JOIN Form f ON f.appId = a.id AND f.userId = a.userId
	WHERE a.userId = ? AND a.deletedAt IS NULL
	AND (f.deletedAt IS NULL OR EXISTS (SELECT 1 FROM Submission WHERE formId = f.id))
	ORDER BY a.name COLLATE NOCASE, a.id, f.title COLLATE NOCASE LIMIT ${FORMS_MAX}`;

/** Returns the forms whose submissions the account lists, by app and title. */
export function listForms(userId: string): ListedForm[] {
	return readRows<ListedForm>(FORMS, [userId]);
}

/** Steps from each tag to the next one, so that it reads a row a tag. */
const KNOWN_TAGS = `WITH RECURSIVE known (tag) AS (
		SELECT min(tag) FROM SubmissionTag WHERE userId = ?
		UNION ALL
		SELECT (SELECT min(t.tag) FROM SubmissionTag t WHERE t.userId = ? AND t.tag > known.tag)
		FROM known WHERE known.tag IS NOT NULL
	) SELECT tag FROM known WHERE tag IS NOT NULL LIMIT ${TAGS_MAX}`;

/** Returns the first 200 tags that the account uses, in their order. */
export function listTags(userId: string): string[] {
	return readRows<{ tag: string }>(KNOWN_TAGS, [userId, userId]).map(({ tag }) => tag);
}

/** What a list without a search shows. `priority` undefined means any. */
export type Shown = { userId: string; formIds: string[]; tab: string; priority?: string };

// The index of the list leads to the submissions of one form, status, sender and priority in the
// order of their last activity: a branch. A list is merged from the beginnings of its branches.
const BRANCHES = `json_each(?) form CROSS JOIN json_each(?) status
	CROSS JOIN json_each(?) sender CROSS JOIN json_each(?) priority`;
const IN_BRANCH = `s.userId = ? AND s.formId = form.value AND s.status = status.value
	AND s.lastSender = sender.value AND s.priority = priority.value AND ? IN ('all', ${TAB})`;

function branchesOf({ userId, formIds, tab, priority }: Shown): string[] {
	const isDone = tab === "resolved" || tab === "closed";
	const undone = STATUSES.filter((status) => status === "new" || status === "in_progress");
	const statuses = isDone ? [tab] : tab === "all" ? STATUSES : undone;
	const senders = tab === "waiting" ? ["user"] : ["user", "admin"];
	const lists = [formIds, statuses, senders, priority ? [priority] : PRIORITIES];
	return [...lists.map((list) => JSON.stringify(list)), userId, tab];
}

const PAGE = `SELECT page.number FROM ${BRANCHES}
	CROSS JOIN Submission page ON page.number IN (
		SELECT s.number FROM Submission s WHERE ${IN_BRANCH} AND (s.lastActivityAt, s.number)
			< (?, coalesce((SELECT number FROM Submission WHERE id = ?), 0))
		ORDER BY s.lastActivityAt DESC, s.number DESC LIMIT ${PAGE_SIZE + 1}
	)
	ORDER BY page.lastActivityAt DESC, page.number DESC LIMIT ${PAGE_SIZE + 1}`;

/** Returns the numbers of up to 51 submissions after a cursor, the last active first. */
export function readNumbers(shown: Shown, { at, id }: { at: string; id: string }): number[] {
	const rows = readRows<{ number: number }>(PAGE, [...branchesOf(shown), at, id]);
	return rows.map(({ number }) => number);
}

const COUNT = `SELECT count(*) AS count FROM (
		SELECT 1 FROM ${BRANCHES} CROSS JOIN Submission s ON ${IN_BRANCH} LIMIT ${COUNT_MAX + 1}
	) sub`;

/** Counts what is shown, up to 1,001. */
export function countShown(shown: Shown): number {
	return readRow<{ count: number }>(COUNT, branchesOf(shown))?.count ?? 0;
}

/** The first words of the last message, or of the longest answer while there is none. */
const LAST_WORDS = `CASE WHEN s.verifiedAt IS NULL THEN NULL ELSE coalesce((
		SELECT substr(m.message, 1, ${WORDS_MAX}) FROM Message m
		WHERE m.submissionId = s.id ORDER BY m.id DESC LIMIT 1
	), (
		SELECT substr(answer.value ->> 'value', 1, ${WORDS_MAX}) FROM json_each(s.answers) answer
		WHERE answer.value ->> 'type' <> 'email' AND answer.value ->> 'value' NOT IN ('', s.name)
		ORDER BY answer.value ->> 'type' = 'textarea' DESC, answer.key LIMIT 1
	), '') END`;

const ROWS = `SELECT s.id, s.email, s.name, s.status, s.priority, s.tags, s.messageCount,
		s.lastSender, s.verifiedAt, s.sessionEndsAt, s.lastActivityAt,
		f.title AS formTitle, a.name AS appName, ${LAST_WORDS} AS words
	FROM json_each(?) found CROSS JOIN Submission s ON s.number = found.value
	JOIN Form f ON f.id = s.formId JOIN App a ON a.id = s.appId
	WHERE s.userId = ? ORDER BY found.key LIMIT ${PAGE_SIZE}`;

type Row = {
	id: string;
	email: string;
	name: string;
	status: string;
	priority: string;
	/** JSON. */
	tags: string;
	messageCount: number;
	lastSender: string;
	verifiedAt: string | null;
	sessionEndsAt: string | null;
	lastActivityAt: string;
	formTitle: string;
	appName: string;
	/** Null while the address is not verified. */
	words: string | null;
};

/** Returns the account's submissions with these numbers, in their order. */
export function readListed(userId: string, numbers: number[]): Row[] {
	return readRows<Row>(ROWS, [JSON.stringify(numbers), userId]);
}

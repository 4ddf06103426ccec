import { type AdminAccess, requireRoleNow } from "#app/accounts/access.server.ts";
import { MAY_ANSWER } from "#app/accounts/admin-role.ts";
import { recordAct } from "#app/admin/audit.server.ts";
import { TAGS_MAX } from "#app/conversations/schema.ts";
import { changesBetween, labelOf } from "#app/conversations/submission-rules.ts";
import type { Answer } from "#app/forms/answers.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { type Keyset, olderThan, pageOf } from "#app/platform/db/keyset.ts";
import { beginningWith } from "#app/platform/db/prefix.ts";
import { listUndelivered } from "#app/platform/mail/undelivered.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { requireRevision } from "#app/platform/revision.ts";
import type { SupportDetails } from "./support-submission.ts";

/** Messages on a page of the list (product.md, V20). */
const SUPPORT_PAGE_SIZE = 10;

export type SupportFilter = {
	/** A status, or "" for all. */
	status: string;
	/** Only reports about public pages. */
	areReports: boolean;
	/** The start of the e-mail address, or a number, or "". */
	query: string;
	before: Keyset | null;
};

const CHANGED =
	"Somebody else changed this submission in the meantime. What you entered is kept: check it, and save again to replace the other change.";

/** Returns ten messages, newest first, and the cursor of the next page. */
export async function listSupportSubmissions(
	_access: AdminAccess,
	{ status, areReports, query, before }: SupportFilter,
) {
	const prefix = query.toLowerCase();
	const number = /^\d{1,9}$/.test(query) ? Number(query) : null;
	const rows = await db.supportSubmission.findMany({
		where: {
			...(areReports && { kind: "report" }),
			...(status && { status }),
			...(prefix && (number === null ? { email: beginningWith(prefix) } : { number })),
			...olderThan(before),
		},
		orderBy: [{ createdAt: "desc" }, { id: "desc" }],
		take: SUPPORT_PAGE_SIZE + 1,
		select: {
			id: true,
			kind: true,
			number: true,
			email: true,
			name: true,
			status: true,
			priority: true,
			tags: true,
			createdAt: true,
		},
	});
	const page = pageOf(rows, SUPPORT_PAGE_SIZE);
	return {
		next: page.next,
		submissions: page.rows.map(({ tags, ...row }) => ({
			...row,
			tags: JSON.parse(tags) as string[],
		})),
	};
}

/** Returns one message with its mails that failed, or null. */
export async function readSupportSubmission(_access: AdminAccess, id: string) {
	const row = await db.supportSubmission.findUnique({
		where: { id },
		select: {
			id: true,
			number: true,
			kind: true,
			userId: true,
			email: true,
			name: true,
			answers: true,
			status: true,
			priority: true,
			tags: true,
			notes: true,
			revision: true,
			createdAt: true,
			form: { select: { title: true } },
		},
	});
	return (
		row && {
			...row,
			answers: JSON.parse(row.answers) as Answer[],
			tags: JSON.parse(row.tags) as string[],
			undelivered: await listUndelivered(id),
		}
	);
}

/**
 * Sets status, priority and notes, and adds and removes a tag. Any status may follow any other. A
 * repeated tag is not added, and a save without changes writes nothing. Returns the stored
 * revision, or null for an unknown message. Throws Refusal when the role does not allow it or there
 * are too many tags, and ChangedMeanwhile when another save came first.
 */
export async function updateSupportSubmission(
	access: AdminAccess,
	id: string,
	{ status, priority, notes, tag, remove_tag, revision }: SupportDetails,
): Promise<number | null> {
	return transaction(async (tx) => {
		await requireRoleNow(tx, access, MAY_ANSWER);
		const stored = await tx.supportSubmission.findUnique({ where: { id } });
		if (!stored) return null;
		const before = JSON.parse(stored.tags) as string[];
		const kept = before.filter((one) => one !== remove_tag);
		const isThere = kept.some((one) => one.toLowerCase() === tag.toLowerCase());
		const tags = tag === "" || isThere ? kept : [...kept, tag];
		const next = { status, priority, notes, tags: JSON.stringify(tags) };
		const changes = changesBetween(stored, next, {
			status: `Status: ${labelOf(stored.status)} → ${labelOf(status)}`,
			priority: `Priority: ${labelOf(stored.priority)} → ${labelOf(priority)}`,
			tags: `Tags: ${tags.join(", ") || "none"}`,
			notes: "Notes changed",
		});
		if (changes.length === 0) return stored.revision;
		requireRevision(stored, revision, CHANGED);
		if (tags.length > TAGS_MAX) {
			throw new Refusal(`Please use at most ${TAGS_MAX} tags.`, { field: "tag" });
		}
		await tx.supportSubmission.update({
			where: { id },
			data: { ...next, revision: revision + 1, updatedAt: clock.now() },
		});
		await recordAct(tx, access, {
			action: "update_support_submission",
			targetType: "support_submission",
			targetId: id,
			summary: `${changes.join(". ")}.`,
		});
		return revision + 1;
	});
}

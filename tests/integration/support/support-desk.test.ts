import { beforeEach, describe, expect, test } from "vitest";
import type { AdminAccess } from "#app/accounts/access.server.ts";
import { listActs } from "#app/admin/audit.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { readKeyset } from "#app/platform/db/keyset.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { mailboxKey } from "#app/platform/mail/unsolicited.server.ts";
import { ChangedMeanwhile } from "#app/platform/revision.ts";
import { later, MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import {
	listSupportSubmissions,
	readSupportSubmission,
	updateSupportSubmission,
} from "#app/support/support-desk.server.ts";
import { listSupportReplies, replyToSupport } from "#app/support/support-reply.server.ts";
import type { SupportDetails } from "#app/support/support-submission.ts";
import { mailTo } from "../../kit/mailed.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createAdmin } from "../../kit/world/admin.ts";
import { createSupportSubmission } from "../../kit/world/support.ts";
import { createUser } from "../../kit/world/user.ts";

const START = new Date("2026-11-21T08:00:00.000Z");
const NOBODYS = "01a1fd30-0000-7000-8000-000000000000";

let advance: (ms: number) => void;
let admin: AdminAccess;

beforeEach(async () => {
	advance = stopClock(START);
	await transaction((tx) => tx.supportSubmission.deleteMany());
	admin = await createAdmin("support");
});

async function createMany(count: number, traits: (at: number) => object = () => ({})) {
	const made = [];
	for (let at = 0; at < count; at += 1) {
		const createdAt = later(START, at * SECOND_MS);
		made.push(await createSupportSubmission({ createdAt, ...traits(at) }));
	}
	return made.reverse();
}

/** Every page of a list, as ids. */
async function pagesOf(filter: { status?: string; query?: string } = {}): Promise<string[][]> {
	const pages: string[][] = [];
	let mark: string | null = "";
	while (mark !== null) {
		const before = mark ? readKeyset(new URL(`http://x/?before=${mark}`)) : null;
		const page: Awaited<ReturnType<typeof listSupportSubmissions>> = await listSupportSubmissions(
			admin,
			{ status: "", areReports: false, query: "", ...filter, before },
		);
		pages.push(page.submissions.map(({ id }) => id));
		mark = page.next;
	}
	return pages;
}

async function update(id: string, traits: Partial<SupportDetails> = {}): Promise<number | null> {
	const stored = await readSupportSubmission(admin, id);
	return updateSupportSubmission(admin, id, {
		status: (stored?.status ?? "new") as SupportDetails["status"],
		priority: (stored?.priority ?? "normal") as SupportDetails["priority"],
		notes: stored?.notes ?? "",
		tag: "",
		remove_tag: "",
		revision: stored?.revision ?? 1,
		...traits,
	});
}

async function tagsOf(id: string) {
	return (await readSupportSubmission(admin, id))?.tags;
}

async function actsOn(targetId: string) {
	return (await listActs(admin, { targetId, before: null })).rows;
}

describe("the list of messages", () => {
	test("shows ten a page, the newest first, each once", async () => {
		const made = await createMany(23);
		const pages = await pagesOf();
		expect(pages.map((page) => page.length)).toEqual([10, 10, 3]);
		expect(pages.flat()).toEqual(made.map(({ id }) => id));
	});

	test("goes on behind messages of the same moment", async () => {
		await createMany(12, () => ({ createdAt: START }));
		const pages = await pagesOf();
		expect(new Set(pages.flat()).size).toBe(12);
	});

	test("is filtered by status and by how the address begins", async () => {
		const made = await createMany(12, (at) => ({
			email: at % 2 === 0 ? `grace${at}@example.com` : `ada${at}@example.com`,
			status: at % 3 === 0 ? "resolved" : "new",
		}));
		const ids = (matches: (one: (typeof made)[number]) => boolean) =>
			made.filter(matches).map(({ id }) => id);
		expect((await pagesOf({ status: "resolved" })).flat()).toEqual(
			ids(({ status }) => status === "resolved"),
		);
		expect((await pagesOf({ query: "GRACE" })).flat()).toEqual(
			ids(({ email }) => email.startsWith("grace")),
		);
		expect((await pagesOf({ query: "grace", status: "new" })).flat()).toEqual(
			ids(({ email, status }) => email.startsWith("grace") && status === "new"),
		);
		for (const query of ["race", "%", "_", "grace1%", "zz"]) {
			expect([query, (await pagesOf({ query })).flat()]).toEqual([query, []]);
		}
	});
});

describe("a message", () => {
	test("is read as it was sent, with its account and the mails that never arrived", async () => {
		const user = await createUser();
		const { id } = await createSupportSubmission({ userId: user.userId, subject: "A question" });
		expect(await readSupportSubmission(admin, id)).toMatchObject({
			userId: user.userId,
			form: { title: "Contact Support" },
			tags: [],
			undelivered: [],
		});
		await transaction(async (tx) => {
			await enqueueMail(tx, {
				dedupeKey: `bounced ${id}`,
				kind: "support-auto-reply",
				to: "nobody@example.com",
				thread: id,
				email: { subject: "", text: "", html: "" },
			});
			await tx.outboxMail.updateMany({
				where: { thread: id },
				data: { failedAt: START, lastError: "Inactive recipient" },
			});
		});
		expect((await readSupportSubmission(admin, id))?.undelivered).toEqual([
			{ kind: "support-auto-reply", reason: "Inactive recipient", at: START, wasSent: false },
		]);
		expect(await readSupportSubmission(admin, NOBODYS)).toBeNull();
	});

	test("is answered by mail once, moves on, and the audit log says so", async () => {
		const { id, email } = await createSupportSubmission();
		const reply = { text: "First.\n\nSecond.", requestId: crypto.randomUUID(), isResolved: false };
		expect(await replyToSupport(admin, id, reply)).toBe(true);
		expect(await readSupportSubmission(admin, id)).toMatchObject({
			status: "in_progress",
			revision: 2,
		});
		// The answer was lost, and "Send and resolve" is pressed with the same words.
		expect(await replyToSupport(admin, id, { ...reply, isResolved: true })).toBe(true);
		expect((await readSupportSubmission(admin, id))?.status).toBe("resolved");
		await withoutChange(() => replyToSupport(admin, id, { ...reply, isResolved: true }));
		expect(await mailTo(email)).toHaveLength(1);
		await update(id, { status: "in_progress" });
		advance(MINUTE_MS);
		const last = { text: "Third.", requestId: crypto.randomUUID(), isResolved: true };
		await replyToSupport(admin, id, last);
		expect((await readSupportSubmission(admin, id))?.status).toBe("resolved");
		expect((await listSupportReplies(admin, id)).map(({ text }) => text)).toEqual([
			reply.text,
			"Third.",
		]);
		expect((await actsOn(id)).map(({ summary }) => summary)).toEqual([
			`Replied to message ${id}.`,
			"Status: Resolved → In progress.",
			"Status: In progress → Resolved.",
			`Replied to message ${id}.`,
		]);
		expect(await replyToSupport(admin, NOBODYS, last)).toBe(false);
	});

	test("is not answered at an address that gets no mail, and nothing is stored", async () => {
		const { id, email } = await createSupportSubmission();
		const data = { emailKey: mailboxKey(email), createdAt: START };
		await transaction((tx) => tx.suppressedAddress.create({ data }));
		const reply = { text: "Hello.", requestId: crypto.randomUUID(), isResolved: true };
		const refusal = await withoutChange(() => refusalOf(replyToSupport(admin, id, reply)));
		expect(refusal.message).toBe(
			`Nothing was sent, because the holder of ${email} refuses mail from us.`,
		);
	});

	test("takes any status after any other, and each change is in the audit log", async () => {
		const { id } = await createSupportSubmission();
		const statuses = ["closed", "new", "resolved", "in_progress"] as const;
		for (const [at, status] of statuses.entries()) {
			advance(MINUTE_MS);
			expect(await update(id, { status })).toBe(at + 2);
			expect((await readSupportSubmission(admin, id))?.status).toBe(status);
		}
		const [last, ...others] = await actsOn(id);
		expect(others).toHaveLength(3);
		expect(last).toMatchObject({
			actorEmail: admin.email,
			action: "update_support_submission",
			summary: "Status: Resolved → In progress.",
		});
	});

	test("keeps priority and notes; the log tells of the notes and not what they say", async () => {
		const { id } = await createSupportSubmission();
		await update(id, { priority: "urgent", notes: "She is on holiday." });
		expect(await readSupportSubmission(admin, id)).toMatchObject({
			priority: "urgent",
			notes: "She is on holiday.",
		});
		const [act] = await actsOn(id);
		expect(act?.summary).toBe("Priority: Normal → Urgent. Notes changed.");
	});

	test("gets tags one by one; blank and repeated ones are ignored", async () => {
		const { id } = await createSupportSubmission();
		await update(id, { tag: "billing" });
		await update(id, { tag: "iOS" });
		expect(await tagsOf(id)).toEqual(["billing", "iOS"]);
		for (const tag of ["", "billing", "ios"]) {
			expect(await withoutChange(() => update(id, { tag }))).toBe(3);
		}
		await update(id, { remove_tag: "billing" });
		expect(await tagsOf(id)).toEqual(["iOS"]);
		await withoutChange(() => update(id, { remove_tag: "billing" }));
	});

	test("takes at most 20 tags, and one can go where another comes", async () => {
		const tags = Array.from({ length: 20 }, (_, at) => `tag ${at}`);
		const { id } = await createSupportSubmission({ tags });
		await expect(update(id, { tag: "one more" })).rejects.toMatchObject({
			field: "tag",
			message: "Please use at most 20 tags.",
		});
		expect(await tagsOf(id)).toEqual(tags);
		expect(await update(id, { tag: "one more", remove_tag: "tag 0" })).toBe(2);
		expect(await tagsOf(id)).toHaveLength(20);
	});

	test("is not changed by a page that is older than somebody else's change", async () => {
		const { id, revision } = await createSupportSubmission();
		await update(id, { status: "in_progress", revision });
		const change = { status: "closed", notes: "Mine" } as const;
		const late = await withoutChange(() => refusalOf(update(id, { ...change, revision })));
		expect(late).toBeInstanceOf(ChangedMeanwhile);
		expect(late).toMatchObject({ status: 409, revision: revision + 1 });
		expect(await update(id, change)).toBe(3);
	});

	test("saved twice at once is saved once", async () => {
		const { id } = await createSupportSubmission();
		const save = { status: "resolved", tag: "billing", revision: 1 } as const;
		expect(await Promise.all([1, 2, 3].map(() => update(id, save)))).toEqual([2, 2, 2]);
		expect(await actsOn(id)).toHaveLength(1);
	});
});

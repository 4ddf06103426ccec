import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { eraseAccount } from "#app/accounts/account-erasure.server.ts";
import { exportAccount } from "#app/accounts/account-export.server.ts";
import { liftSuspension, suspendUser } from "#app/admin/administration.server.ts";
import { saveContactEmail, trashApp } from "#app/apps/app.server.ts";
import { restoreOwnApp } from "#app/apps/app-restoration.server.ts";
import { updateDocument } from "#app/documents/document.server.ts";
import { deleteDocument, restoreDocument } from "#app/documents/document-deletion.server.ts";
import { announceDraft, callOff } from "#app/documents/drafts/announcement.server.ts";
import { publishDraftJob } from "#app/documents/drafts/scheduled-publishing.server.ts";
import { describeTelling } from "#app/documents/notices/notice.server.ts";
import { noticeJob, noticeMailJob } from "#app/documents/notices/notice-jobs.server.ts";
import { countSubscribers, unsubscribe } from "#app/documents/notices/subscriber.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { runDueJobs } from "#app/platform/jobs/job.server.ts";
import { markUndeliverable } from "#app/platform/mail/undeliverable.sql.ts";
import { DAY_MS, HOUR_MS, later } from "#app/platform/time.ts";
import { mailRows } from "../../kit/jobs.ts";
import { mailTo } from "../../kit/mailed.ts";
import { HOSTED_ENV } from "../../kit/process/hosted.ts";
import { readDatabase } from "../../kit/read-database.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createAdmin } from "../../kit/world/admin.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { knownDraft } from "../../kit/world/draft.ts";
import { createSubscriber, createSubscribers } from "../../kit/world/subscriber.ts";
import { createUser } from "../../kit/world/user.ts";

/** Hosted mode, with Postmark's address led to a server of this test, before the app is loaded. */
const postmark = await vi.hoisted(async () =>
	(await import("../../kit/process/host-with.ts")).hostWithPostmark(),
);

const OK = { status: 200 };

let advance: (ms: number) => void;

beforeEach(async () => {
	advance = stopClock();
	postmark.answer = () => OK;
	postmark.posted.length = 0;
	postmark.accepted.length = 0;
	await transaction(async (tx) => {
		await tx.outboxMail.deleteMany();
		await tx.notice.deleteMany();
	});
});

afterAll(() => postmark.stop());

function fail(error: unknown): never {
	throw error;
}

/** Writes the mails of every change, some at a time. Returns how many rounds that took. */
async function writeMails(): Promise<number> {
	let rounds = 0;
	while ((await runDueJobs(noticeJob, fail)) > 0) rounds += 1;
	return rounds;
}

/** Sends every mail that is due. */
async function sendMails(): Promise<void> {
	await writeMails();
	while ((await runDueJobs(noticeMailJob, fail)) > 0);
}

/** An app with a document that has one version. */
async function createText() {
	const owner = await createUser();
	const app = await createApp(owner, `Notes ${crypto.randomUUID()}`);
	const document = await createDocument(app, { title: "Privacy Policy" });
	return { owner, app, document };
}

type Text = Awaited<ReturnType<typeof createText>>;

/** Saves a new text over the newest one. */
async function change({ app, document }: Text, more: object = {}): Promise<void> {
	const { title, slug, revision } = await db.document.findUniqueOrThrow({
		where: { id: document.id },
	});
	const content = `Changed ${crypto.randomUUID()}.`;
	const text = { title, slug, content, revision, ...more };
	await updateDocument(app, document.id, { ...text, slug: "" });
}

/** The mails of changes. What else is mailed meanwhile is no matter here. */
function noticeRows() {
	return mailRows().filter(({ stream }) => stream === "broadcast");
}

function toldTo(): string[] {
	return noticeRows().map(({ recipient }) => recipient);
}

describe("a change of a published text", () => {
	test("is told to each subscriber once, with what, from when and three links", async () => {
		const text = await createText();
		const { app, document } = text;
		await saveContactEmail(app, "ann@example.com");
		const { email, unsubscribePath } = await createSubscriber(app);
		const other = await createSubscriber(await createApp(text.owner));
		const note = "We keep logs for 30 days.\nSee https://example.com/why";
		await change(text, { note, effective_on: "2027-01-31" });
		await sendMails();
		expect(toldTo()).toEqual([email]);
		expect(await mailTo(other.email)).toEqual([]);
		const [mail] = postmark.accepted;
		expect(mail).toMatchObject({
			From: `"${app.app.name} via Smallprint" <hello@smallprint.test>`,
			To: email,
			ReplyTo: "ann@example.com",
			MessageStream: HOSTED_ENV.POSTMARK_BROADCAST_STREAM,
			Subject: `${app.app.name}: a new Privacy Policy applies from 31 January 2027`,
		});
		const end = HOSTED_ENV.APP_URL + unsubscribePath;
		expect(Object.fromEntries(mail?.Headers.map(({ Name, Value }) => [Name, Value]) ?? [])).toEqual(
			{
				"Message-ID": expect.stringMatching(/^<[\da-f-]+@smallprint\.test>$/),
				"X-PM-KeepID": "true",
				"Auto-Submitted": "auto-generated",
				"X-Auto-Response-Suppress": "All",
				"List-Id": `<${document.id}.documents.smallprint.test>`,
				"List-Unsubscribe": `<${end}>`,
				"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
				Precedence: "bulk",
			},
		);
		const url = HOSTED_ENV.APP_URL + document.path;
		for (const part of [
			`The document “Privacy Policy” of ${app.app.name} has changed. It applies from 31 January 2027.`,
			`What changed, in the developer's words:\n${note}`,
			`Read it:\n${url}\n`,
			`What changed: ${url}/changes/1-2\n`,
			`You asked for this on 21 November 2026. Unsubscribe: ${end}\n`,
		]) {
			expect(mail?.TextBody).toContain(part);
		}
		expect(mail?.HtmlBody).not.toContain('href="https://example.com');
		await sendMails();
		expect(postmark.posted).toHaveLength(1);
	});

	test("links to the changes only where everybody may see them", async () => {
		const text = await createText();
		const { email } = await createSubscriber(text.app);
		const where = { id: text.document.id };
		await transaction((tx) => tx.document.update({ where, data: { historyOpenedAt: null } }));
		await change(text);
		await writeMails();
		const [mail] = await mailTo(email);
		expect(mail?.subject).toBe(`${text.app.app.name}: Privacy Policy has changed`);
		expect(mail?.text).not.toContain("/changes/");
	});

	test("is told under the name and at the address of the moment when its mails are written", async () => {
		const text = await createText();
		const { email } = await createSubscriber(text.app);
		await change(text, { title: "House rules" });
		await writeMails();
		const [mail] = await mailTo(email);
		expect(mail?.subject).toContain("House rules has changed");
		expect(mail?.text).toContain(`${text.app.app.slug}/house-rules\n`);
	});

	test("is told to nobody when it is small, no new version, or the first publication", async () => {
		const text = await createText();
		await createSubscriber(text.app);
		await change(text, { is_small: true });
		const { content, title, revision } = await db.document.findUniqueOrThrow({
			where: { id: text.document.id },
		});
		await updateDocument(text.app, text.document.id, {
			...{ title, content, revision, slug: "elsewhere", kind: "terms" },
		});
		await createDocument(text.app);
		expect(await db.notice.count({ where: { document: { appId: text.app.appId } } })).toBe(0);
	});

	test("is told four times in 30 days, and the owner knows before a fifth", async () => {
		const text = await createText();
		expect(await describeTelling(text.app)).toBe("Nobody has subscribed yet.");
		await change(text);
		const { email } = await createSubscriber(text.app);
		expect(await describeTelling(text.app)).toBe("1 person gets a mail.");
		for (let n = 0; n < 5; n += 1) {
			await change(text);
			advance(HOUR_MS);
		}
		await writeMails();
		expect(await mailTo(email)).toHaveLength(4);
		expect(await describeTelling(text.app)).toContain("The next mail can go on 21 December 2026.");
		advance(30 * DAY_MS - 5 * HOUR_MS);
		expect(await describeTelling(text.app)).toBe("1 person gets a mail.");
		await change(text);
		await writeMails();
		expect(await mailTo(email)).toHaveLength(5);
	});

	test("is told while the clock goes on", async () => {
		let now = clock.now();
		clock.now = () => {
			now = later(now, 1);
			return now;
		};
		const text = await createText();
		const { email } = await createSubscriber(text.app);
		await change(text);
		await writeMails();
		expect(toldTo()).toEqual([email]);
	});

	test("told while the clock was ahead keeps none back", async () => {
		const text = await createText();
		await createSubscriber(text.app);
		const now = clock.now();
		clock.now = () => later(now, 400 * DAY_MS);
		for (let n = 0; n < 4; n += 1) await change(text);
		clock.now = () => now;
		expect(await describeTelling(text.app)).toBe("1 person gets a mail.");
	});
});

test("what is announced, changed and called off is told, and publishes itself in silence", async () => {
	const text = await createText();
	const { email } = await createSubscriber(text.app);
	const day = "2027-01-31";
	const known = { documentId: text.document.id, revision: 1, isShortKnown: false };
	const typed = { title: "Privacy Policy", slug: "", effective_on: day, note: "" };
	const announce = async (content: string) => {
		const draft = await knownDraft(text.document.id);
		return announceDraft(text.app, { ...known, draft, text: { ...typed, content } });
	};
	const draft = (await announce("One.")) ?? "";
	await announce("Two.");
	await callOff(text.app, draft);
	await announce("Two.");
	clock.now = () => new Date(day);
	while ((await runDueJobs(publishDraftJob, fail)) > 0);
	expect((await db.document.findUniqueOrThrow({ where: { id: text.document.id } })).content).toBe(
		"Two.",
	);
	await writeMails();
	const mails = (await mailTo(email)).toReversed();
	expect(mails.map(({ subject }) => subject.replace(`${text.app.app.name}: `, ""))).toEqual([
		"a new Privacy Policy applies from 31 January 2027",
		"the coming Privacy Policy has changed",
		"the coming Privacy Policy is called off",
		"a new Privacy Policy applies from 31 January 2027",
	]);
	expect(mails[0]?.text).toContain(`${text.document.path}/next\n`);
	expect(mails[2]?.text).not.toContain("/next");
});

test("a small correction of an announced text is told to nobody", async () => {
	const text = await createText();
	await createSubscriber(text.app);
	const known = { documentId: text.document.id, revision: 1, isShortKnown: false };
	const typed = { title: "Privacy Policy", slug: "", effective_on: "2027-01-31", note: "" };
	const announce = async (content: string, isSmall: boolean) => {
		const draft = await knownDraft(text.document.id);
		return announceDraft(text.app, { ...known, draft, isSmall, text: { ...typed, content } });
	};
	await announce("One.", false);
	await announce("One!", true);
	await writeMails();
	expect(toldTo()).toHaveLength(1);
});

test("an announced text that is tried again as it was is told to nobody a second time", async () => {
	const text = await createText();
	await createSubscriber(text.app);
	const known = { documentId: text.document.id, revision: 1, isShortKnown: false };
	const typed = { title: "Privacy Policy", slug: "", effective_on: "2027-01-31", note: "" };
	const announce = async () => {
		const draft = await knownDraft(text.document.id);
		return announceDraft(text.app, { ...known, draft, text: { ...typed, content: "One." } });
	};
	const id = (await announce()) ?? "";
	const failure = "Your account is full.";
	await transaction((tx) => tx.documentDraft.update({ where: { id }, data: { failure } }));
	await announce();
	expect(await db.documentDraft.findUnique({ where: { id } })).toMatchObject({ failure: null });
	await writeMails();
	expect(toldTo()).toHaveLength(1);
});

describe("the mails of a change", () => {
	test("are written 200 at a time, each once, wherever the writing is cut off", async () => {
		const text = await createText();
		await createSubscribers(text.app, 450);
		await change(text);
		const { id } = await db.notice.findFirstOrThrow({ orderBy: { id: "desc" } });
		const counts: number[] = [];
		// A process that is killed after the mails are stored has not settled the job.
		for (let n = 0; n < 5; n += 1) {
			await noticeJob.run({ key: id, attempts: 1 });
			counts.push(noticeRows().length);
		}
		expect(counts).toEqual([200, 400, 450, 450, 450]);
		expect(new Set(toldTo()).size).toBe(450);
		expect(await writeMails()).toBe(1);
		expect(noticeRows()).toHaveLength(450);
	});

	test("go to nobody who came after the change, or left before the mail did", async () => {
		const text = await createText();
		const [stays, leaves] = [await createSubscriber(text.app), await createSubscriber(text.app)];
		await change(text);
		advance(1);
		await createSubscriber(text.app);
		await writeMails();
		expect(toldTo().toSorted()).toEqual([stays.email, leaves.email].toSorted());
		await unsubscribe(leaves.unsubscribePath.split("/").at(-1) ?? "");
		await sendMails();
		expect(postmark.posted.map(({ To }) => To)).toEqual([stays.email]);
		expect(toldTo()).toEqual([stays.email]);
	});

	type Withdrawal = {
		out: (text: Text) => Promise<unknown>;
		back: (text: Text) => Promise<unknown>;
	};
	const withdrawals: Record<string, Withdrawal> = {
		"an app in the trash": {
			out: ({ owner, app }) => trashApp(owner, app.appId),
			back: ({ owner, app }) => restoreOwnApp(owner, app.appId),
		},
		"a suspended account": {
			out: async ({ owner }) => suspendUser(await createAdmin(), owner.userId, "Spam?"),
			back: async ({ owner }) => liftSuspension(await createAdmin(), owner.userId, "No."),
		},
		"a deleted document": {
			out: ({ app, document }) => deleteDocument(app, document.id),
			back: ({ app, document }) => restoreDocument(app, document.id),
		},
	};

	describe.each(Object.entries(withdrawals))("of %s", (_what, { out, back }) => {
		test.each(["before its mails are written", "while they wait"])(
			"wait, %s, and leave within the hour once it is back",
			async (when) => {
				const text = await createText();
				const { email } = await createSubscriber(text.app);
				await change(text);
				if (when === "while they wait") await writeMails();
				await out(text);
				await sendMails();
				advance(2 * DAY_MS);
				await sendMails();
				expect(postmark.posted).toEqual([]);
				expect(await countSubscribers(text.app)).toBe(1);
				await back(text);
				advance(HOUR_MS);
				await sendMails();
				expect(postmark.posted.map(({ To }) => To)).toEqual([email]);
			},
		);

		test("are dropped after three days", async () => {
			const text = await createText();
			await createSubscriber(text.app);
			await change(text);
			await writeMails();
			await out(text);
			advance(3 * DAY_MS);
			await sendMails();
			await back(text);
			advance(HOUR_MS);
			await sendMails();
			expect(postmark.posted).toEqual([]);
			expect(noticeRows()).toEqual([]);
		});
	});

	test("that a mailbox refuses for good end its mail; a fault of ours ends nobody's", async () => {
		const text = await createText();
		const gone = await createSubscriber(text.app);
		const kept = await createSubscriber(text.app);
		postmark.answer = ({ To }) => {
			const ErrorCode = To === gone.email ? 406 : 300;
			return { status: 422, ErrorCode, Message: "It is refused." };
		};
		await change(text);
		await sendMails();
		expect(postmark.posted).toHaveLength(2);
		const left = await db.subscriber.findMany({ where: { appId: text.app.appId } });
		expect(left.map(({ email }) => email)).toEqual([kept.email]);
		expect(noticeRows().map(({ failedAt }) => failedAt !== null)).toEqual([true, true]);
	});
});

test("a subscriber whose mail came back is sent no notice, and is told of no change from then on", async () => {
	const text = await createText();
	const gone = await createSubscriber(text.app);
	const kept = await createSubscriber(text.app);
	await transaction(async (tx) => {
		markUndeliverable(tx, gone.email, { kind: "bounce", reason: "Hard bounce" });
	});
	await change(text);
	await sendMails();
	expect(postmark.posted.map(({ To }) => To)).toEqual([kept.email]);
	const left = await db.subscriber.findMany({ where: { appId: text.app.appId } });
	expect(left.map(({ email }) => email)).toEqual([kept.email]);
});

test("an owner's export says how many are told, and a deleted account leaves none of them", async () => {
	const text = await createText();
	const { owner, app } = text;
	const { email } = await createSubscriber(app);
	await createSubscribers(app, 700);
	await change(text);
	await writeMails();
	const exported: string[] = [];
	for await (const { content } of exportAccount(owner)) {
		for await (const part of typeof content === "string" ? [content] : content) exported.push(part);
	}
	expect(exported.join("")).toMatch(/"subscribers": ?701\b/);
	expect(exported.join("")).not.toContain(email);

	const where = { id: owner.userId };
	await transaction((tx) => tx.user.update({ where, data: { deletedAt: clock.now() } }));
	expect(await eraseAccount(owner.userId)).toBeGreaterThan(4);
	expect(JSON.stringify(readDatabase())).not.toContain(email);
	expect(noticeRows()).toEqual([]);
});

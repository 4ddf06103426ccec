import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { resolveDocument } from "#app/addresses/address.server.ts";
import { renameApp, trashApp } from "#app/apps/app.server.ts";
import { readDocument, updateDocument } from "#app/documents/document.server.ts";
import { deleteDocument, restoreDocument } from "#app/documents/document-deletion.server.ts";
import { listVersions } from "#app/documents/document-version.server.ts";
import { announceDraft, callOff } from "#app/documents/drafts/announcement.server.ts";
import { listDrafts, readDraft, saveDraft } from "#app/documents/drafts/draft.server.ts";
import type { DraftText, KnownDraft } from "#app/documents/drafts/draft-text.ts";
import { publishDraftJob } from "#app/documents/drafts/scheduled-publishing.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { runDueJobs } from "#app/platform/jobs/job.server.ts";
import { DAY_MS, HOUR_MS } from "#app/platform/time.ts";
import { mailRows } from "../../kit/jobs.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { knownDraft } from "../../kit/world/draft.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";

const DAY = "2026-12-24";
const UNTIL_DAY_MS = 32 * DAY_MS + 16 * HOUR_MS;
const TOO_NESTED = "^[a]".repeat(50_000);

let user: TestUser;
let app: AppAccess;
let id: string;
let pass: (ms: number) => void;

beforeEach(async () => {
	pass = stopClock(new Date("2026-11-21T08:00:00.000Z"));
	user = await createUser();
	app = await createApp(user, "Pocket Garden");
	({ id } = await createDocument(app, { title: "Privacy", content: "one" }));
});

type Change = Partial<DraftText> & { revision?: number; draft?: KnownDraft; isShort?: boolean };

async function announce({ revision = 1, draft, isShort, ...text }: Change = {}) {
	const draftId = await announceDraft(app, {
		documentId: id,
		revision,
		draft: draft === undefined ? await knownDraft(id) : draft,
		isShortKnown: isShort === true,
		text: { title: "Privacy", content: "two", slug: "", effective_on: DAY, note: "", ...text },
	});
	if (draftId === null) throw new Error("The document is not there");
	return draftId;
}

/** Runs what is due. Returns how many jobs it ran. */
function work(): Promise<number> {
	return runDueJobs(publishDraftJob, (error) => {
		throw error;
	});
}

const published = async () => (await readDocument(app, id))?.content;
const mailsTo = (recipient: string) =>
	mailRows<{ recipient: string; kind: string }>()
		.filter((mail) => mail.recipient === recipient)
		.map(({ kind }) => kind);

describe("an announced text", () => {
	test("publishes itself at 00:00 UTC of its day, once, as a save does, and its owner is told", async () => {
		const draftId = await announce({ title: "New Privacy", note: "New host" });
		pass(UNTIL_DAY_MS - 1);
		await work();
		expect(await published()).toBe("one");
		pass(1);
		await work();
		await work();
		expect(await readDocument(app, id)).toMatchObject({
			title: "New Privacy",
			slug: "new-privacy",
			content: "two",
			effectiveOn: DAY,
			revision: 2,
		});
		expect(await listVersions(app, id)).toHaveLength(2);
		expect(await readDraft(app, draftId)).toBeNull();
		expect(mailsTo(user.email)).toEqual(["announced-published"]);
		const old = await resolveDocument(user.accountName ?? "", "pocket-garden", "privacy");
		expect(old).toMatchObject({ outcome: "moved" });
	});

	test("replaces what was saved meanwhile, in the app as it is called by then", async () => {
		await announce();
		await updateDocument(app, id, { title: "Privacy", content: "typo", revision: 1 });
		await renameApp(app, "Window Garden");
		pass(UNTIL_DAY_MS);
		await work();
		expect(await published()).toBe("two");
	});

	test("can be changed, for a later day too, and called off", async () => {
		const draftId = await announce();
		await withoutChange(() => announce());
		expect(await announce({ content: "three", effective_on: "2026-12-25" })).toBe(draftId);
		pass(UNTIL_DAY_MS);
		await work();
		expect(await published()).toBe("one");
		await callOff(app, draftId);
		await withoutChange(() => callOff(app, draftId));
		pass(DAY_MS);
		await work();
		expect(await published()).toBe("one");
		expect(await readDraft(app, draftId)).toMatchObject({ content: "three", announcedAt: null });
	});

	test("is published when the clock was ahead while the job was put off", async () => {
		await announce();
		await transaction((tx) =>
			tx.job.updateMany({
				where: { kind: "publish-draft" },
				data: { dueAt: new Date("2031-01-01T00:00:00.000Z") },
			}),
		);
		expect(await work()).toBe(1);
		expect(await published()).toBe("one");
		pass(UNTIL_DAY_MS);
		await work();
		expect(await published()).toBe("two");
	});

	test("that its owner published before its day is gone on that day, and is no failure", async () => {
		await announce({ note: "New host" });
		const early = { title: "Privacy", content: "two", effective_on: DAY, revision: 1 };
		await updateDocument(app, id, early);
		pass(UNTIL_DAY_MS);
		await work();
		expect(await listDrafts(app)).toEqual([]);
		expect(await listVersions(app, id)).toHaveLength(2);
		expect(mailsTo(user.email)).toEqual(["announced-published"]);
	});

	test("is published by one of two workers", async () => {
		await announce();
		pass(UNTIL_DAY_MS);
		await Promise.all([work(), work(), work()]);
		expect(await listVersions(app, id)).toHaveLength(2);
		expect(mailsTo(user.email)).toEqual(["announced-published"]);
	});

	test.each([
		["a deleted document", () => deleteDocument(app, id), () => restoreDocument(app, id)],
		["a trashed app", () => trashApp(user, app.appId), () => setDeletedAt(null)],
	])(
		"of %s waits, and publishes itself within the hour once it is back",
		async (_, take, bring) => {
			await announce();
			await take();
			pass(UNTIL_DAY_MS + DAY_MS);
			await work();
			await bring();
			expect(await published()).toBe("one");
			await work();
			expect(await published()).toBe("one");
			pass(HOUR_MS);
			await work();
			expect(await published()).toBe("two");
		},
	);
});

describe("an announced text that can't be published", () => {
	test("stays, its owner is told why, and it is tried again when it is saved", async () => {
		const draftId = await announce({ slug: "terms" });
		await createDocument(app, { title: "Terms" });
		pass(UNTIL_DAY_MS);
		await work();
		await work();
		expect(await published()).toBe("one");
		expect(await readDraft(app, draftId)).toMatchObject({
			failure: expect.stringMatching(/^Another document of this app has this address/),
		});
		expect(mailsTo(user.email)).toEqual(["announced-failed"]);
		await announce({ slug: "" });
		await work();
		expect(await published()).toBe("two");
		expect(await listDrafts(app)).toEqual([]);
	});

	test.each([
		["the account is full", "two", fillAccount, /holds 200 MB of texts and versions/],
		// A later release may refuse what an earlier one took.
		["it is too slow to render", TOO_NESTED, () => {}, /can't be turned into a page/],
	])(
		"is kept whole when %s, its owner is told once, and a save tries again",
		async (_why, content, hinder, failure) => {
			const draftId = await announce({ note: "New host" });
			await transaction((tx) =>
				tx.documentDraft.update({ where: { id: draftId }, data: { content } }),
			);
			await hinder();
			const full = await listVersions(app, id);
			pass(UNTIL_DAY_MS);
			for (let n = 0; n < 3; n += 1) await work();
			expect(await published()).toBe("one");
			expect(await listVersions(app, id)).toEqual(full);
			const kept = { content, title: "Privacy", note: "New host", effectiveOn: DAY };
			expect(await readDraft(app, draftId)).toMatchObject({
				...kept,
				announcedAt: expect.any(Date),
				failure: expect.stringMatching(failure),
			});
			expect(mailsTo(user.email)).toEqual(["announced-failed"]);
			await transaction((tx) => tx.documentVersion.deleteMany({ where: { title: "Large" } }));
			await announce({ content: "mended" });
			await work();
			expect(await published()).toBe("mended");
			expect(mailsTo(user.email)).toEqual(["announced-failed", "announced-published"]);
		},
	);
});

describe("announcing", () => {
	test.each([
		[{ effective_on: "" }, /please give a day in the future/],
		[{ effective_on: "2026-11-21" }, /please give a day in the future/],
		[
			{ effective_on: "2026-12-04" },
			/^That is in 13 days\. Many texts promise their readers more\.$/,
		],
		[{ effective_on: "2026-11-22" }, /^That is tomorrow\./],
		[{ effective_on: "2027-11-22" }, /for a day within a year/],
		[{ content: TOO_NESTED }, /can't be turned into a page/],
		[{ slug: "terms" }, /Another document of this app has this address/],
		[{ revision: 2 }, /was changed in another window/],
	])("%o is refused, and changes nothing", async (change, sentence) => {
		await createDocument(app, { title: "Terms" });
		const refused = refusalOf(withoutChange(() => announce(change)));
		expect(await refused).toMatchObject({ message: expect.stringMatching(sentence) });
	});

	test.each([
		[{ effective_on: "2026-12-05" }],
		[{ effective_on: "2027-11-21" }],
		[{ effective_on: "2026-11-22", isShort: true }],
	])("%o is taken", async (change) => {
		expect(await announce(change)).toBeTruthy();
	});

	test("a near day takes a tick, also if a private draft named it before, and none again while it stays", async () => {
		const text = {
			title: "Privacy",
			content: "two",
			slug: "",
			effective_on: "2026-11-27",
			note: "",
		};
		const place = { documentId: id, draft: null, base: 1, isAuto: true };
		await saveDraft(app, { ...place, requestId: crypto.randomUUID() }, text);
		const near = { effective_on: "2026-11-27" };
		const refused = await refusalOf(withoutChange(() => announce(near)));
		expect(refused.message).toMatch(/^That is in 6 days\./);
		const draftId = await announce({ ...near, isShort: true });
		expect(await announce({ ...near, content: "three" })).toBe(draftId);
	});
});

/** Leaves no room for another text: 1,001 versions of 200 kB of a document that was there before. */
async function fillAccount(): Promise<void> {
	const { id: documentId } = await createDocument(app, { title: "Large" });
	const large = Array.from({ length: 1_001 }, (_, n) => ({
		...{ documentId, revision: n + 2, title: "Large", content: "x".repeat(199_999) },
		...{ savedBy: user.email, createdAt: new Date() },
	}));
	await transaction((tx) => tx.documentVersion.createMany({ data: large }));
}

function setDeletedAt(deletedAt: Date | null) {
	return transaction((tx) =>
		tx.app.update({
			where: { id: app.appId },
			data: { deletedAt, slug: "pocket-garden", nameKey: "pocket garden" },
		}),
	);
}

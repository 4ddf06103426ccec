import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { deleteAccount } from "#app/accounts/account-deletion.server.ts";
import { dayOf } from "#app/documents/applies-from.ts";
import {
	PublishedBefore,
	publishDocument,
	readDocument,
	updateDocument,
} from "#app/documents/document.server.ts";
import { deleteDocument, restoreDocument } from "#app/documents/document-deletion.server.ts";
import { announceDraft } from "#app/documents/drafts/announcement.server.ts";
import {
	type DraftSave,
	discardDraft,
	listDrafts,
	readDraft,
	readDraftOf,
	saveDraft,
} from "#app/documents/drafts/draft.server.ts";
import { storedBytes } from "#app/documents/stored-bytes.sql.ts";
import { clock } from "#app/platform/clock.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { ChangedMeanwhile } from "#app/platform/revision.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { eraseClosedAccounts } from "../../kit/jobs.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { rowsOf, withoutChange } from "../../kit/rows.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createUser, PASSWORD, type TestUser } from "../../kit/world/user.ts";

const TEXT = { title: "Privacy", content: "two", slug: "", effective_on: "", note: "" };

let user: TestUser;
let app: AppAccess;

beforeEach(async () => {
	user = await createUser();
	app = await createApp(user, "Pocket Garden");
});

/** A save by a page that knows of no draft yet. */
function begin(change: Partial<DraftSave> = {}): DraftSave {
	const requestId = crypto.randomUUID();
	const known = { documentId: null, draft: null, base: 0 };
	return { ...known, requestId, isAuto: false, ...change };
}

async function save(place: DraftSave, change: Partial<typeof TEXT> = {}) {
	const saved = await saveDraft(app, place, { ...TEXT, ...change });
	if (!saved) throw new Error("The document is not there");
	return saved;
}

const titles = async () => (await listDrafts(app)).map(({ title }) => title);

describe("a draft of a document", () => {
	let id: string;
	let ofDocument: DraftSave;

	beforeEach(async () => {
		({ id } = await createDocument(app, { title: "Privacy", content: "one" }));
		ofDocument = begin({ documentId: id, base: 1 });
	});

	test("is private until it is published, and gone then", async () => {
		const saved = await save(ofDocument, { effective_on: "2027-01-31", note: "New host" });
		expect(await readDraft(app, saved.id)).toMatchObject({
			content: "two",
			effectiveOn: "2027-01-31",
			note: "New host",
			base: 1,
			savedBy: user.email,
		});
		expect(await readDocument(app, id)).toMatchObject({ content: "one", revision: 1 });
		const { title, content } = TEXT;
		await updateDocument(app, id, { title, content, revision: 1, draft: saved });
		expect(await readDocument(app, id)).toMatchObject({ content: "two", revision: 2 });
		expect(await listDrafts(app)).toEqual([]);
	});

	test("is one, whichever page begins it, and no page overwrites another's unseen", async () => {
		const first = await save(ofDocument);
		expect(await save(ofDocument)).toEqual(first);
		const other = { ...TEXT, content: "three" };
		for (const draft of [null, { id: first.id, revision: 0 }]) {
			const stale = { ...ofDocument, draft };
			const refused = refusalOf(withoutChange(() => saveDraft(app, stale, other)));
			expect(await refused).toMatchObject({ status: 409, revision: 1 });
			expect(await refused).toBeInstanceOf(ChangedMeanwhile);
		}
		const known = { ...ofDocument, draft: first };
		expect(await save(known, { content: "three" })).toMatchObject({ id: first.id, revision: 2 });
	});

	test("that another window changed stays when the earlier text is published", async () => {
		const first = await save(ofDocument);
		await save({ ...ofDocument, draft: first }, { content: "three" });
		const { title, content } = TEXT;
		await updateDocument(app, id, { title, content, revision: 1, draft: first });
		expect(await readDraftOf(app, id)).toMatchObject({ id: first.id });
	});

	test.each([
		["its note", { note: "New host" }],
		["its day", { effective_on: "2027-01-31" }],
		["its address", { slug: "our-privacy" }],
		["its kind", { kind: "cookies" as const }],
		["its format", { format: "html" as const }],
	])(
		"of which another window changed %s stays when the same text is published",
		async (_, change) => {
			const first = await save(ofDocument);
			await saveDraft(app, { ...ofDocument, draft: first }, { ...TEXT, ...change });
			const { title, content } = TEXT;
			await updateDocument(app, id, { title, content, revision: 1, draft: first });
			expect(await readDraftOf(app, id)).toMatchObject({ id: first.id });
		},
	);

	test("that another window announced stays announced when the same text is published", async () => {
		const draft = await save(ofDocument);
		const text = { ...TEXT, effective_on: dayOf(later(clock.now(), 30 * DAY_MS)) };
		await announceDraft(app, { documentId: id, revision: 1, draft, isShortKnown: false, text });
		await updateDocument(app, id, { ...text, revision: 1, draft });
		expect(await readDraftOf(app, id)).toMatchObject({ announcedAt: expect.any(Date) });
	});

	test("that took the place of the one that a window knows is overwritten by no press", async () => {
		const gone = await save(ofDocument);
		await discardDraft(app, gone);
		const present = await save(ofDocument, { content: "hours of work" });
		const text = { ...TEXT, effective_on: dayOf(later(clock.now(), 30 * DAY_MS)) };
		const known = { documentId: id, revision: 1, isShortKnown: false, text };
		const presses: (() => Promise<unknown>)[] = [
			() => saveDraft(app, { ...ofDocument, draft: gone }, TEXT),
			() => announceDraft(app, { ...known, draft: gone }),
		];
		for (const press of presses) {
			const refusal = await refusalOf(withoutChange(press));
			expect(refusal).toMatchObject({ status: 409, draftId: present.id, revision: 1 });
		}
		expect(await announceDraft(app, { ...known, draft: present })).toBe(present.id);
	});

	test("is refused over a public text that is newer, and stays", async () => {
		const saved = await save(ofDocument);
		await updateDocument(app, id, { title: "Privacy", content: "newer", revision: 1 });
		const publish = { title: "Privacy", content: "two", revision: 1, draft: saved };
		const refused = refusalOf(withoutChange(() => updateDocument(app, id, publish)));
		expect(await refused).toBeInstanceOf(ChangedMeanwhile);
		expect(await updateDocument(app, id, { ...publish, revision: 2 })).toBe(3);
	});

	test("waits with a deleted document, and is back with it", async () => {
		const saved = await save(ofDocument);
		await deleteDocument(app, id);
		expect([await titles(), await readDraft(app, saved.id)]).toEqual([[], null]);
		expect(await saveDraft(app, ofDocument, TEXT)).toBeNull();
		await restoreDocument(app, id);
		expect(await titles()).toEqual(["Privacy"]);
	});
});

test("an app has any number of drafts of documents that are yet to be, each once for its page", async () => {
	const page = begin();
	const [first, again] = await Promise.all([save(page), save(page)]);
	expect(again.id).toBe(first.id);
	await save(begin(), { title: "" });
	expect(await titles()).toEqual(["", "Privacy"]);
	const { title, content } = TEXT;
	const request_id = page.requestId;
	const publish = { title, content, request_id, draft: first };
	const published = await publishDocument(app, publish);
	expect(await publishDocument(app, publish)).toEqual(published);
	expect(await titles()).toEqual([""]);
});

test("a draft that was kept of a page whose text is published already is a document of its own", async () => {
	const page = begin();
	const text = { title: "Privacy", content: "two" };
	const first = await publishDocument(app, { ...text, request_id: page.requestId });
	const kept = await save(page, { content: "three" });
	const draft = await readDraft(app, kept.id);
	const publish = { ...text, content: "three", request_id: draft?.requestId ?? "", draft: kept };
	const [second, again] = await Promise.all([
		publishDocument(app, publish),
		publishDocument(app, publish),
	]);
	expect(second.id).not.toBe(first.id);
	expect([again, await publishDocument(app, publish)]).toEqual([second, second]);
	expect(await readDocument(app, second.id)).toMatchObject({ content: "three", revision: 1 });
	expect(await readDocument(app, first.id)).toMatchObject({ content: "two", revision: 1 });
	expect(await titles()).toEqual([]);
});

test("another text of a page that was published already is refused, and the same is found", async () => {
	const { request_id, ...first } = {
		title: "Privacy",
		content: "two",
		request_id: begin().requestId,
	};
	const made = await publishDocument(app, { ...first, request_id });
	expect(await publishDocument(app, { ...first, request_id })).toEqual(made);
	for (const change of [
		{ content: "two and more" },
		{ title: "Privacy Policy" },
		{ slug: "our-privacy" },
		{ note: "New host" },
		{ effective_on: "2027-01-31" },
		{ kind: "cookies" as const },
		{ format: "html" as const },
	]) {
		const again = { ...first, ...change, request_id };
		const refusal = await refusalOf(withoutChange(() => publishDocument(app, again)));
		expect(refusal).toBeInstanceOf(PublishedBefore);
	}
	await deleteDocument(app, made.id);
	const again = { ...first, request_id };
	const refusal = await refusalOf(withoutChange(() => publishDocument(app, again)));
	expect(refusal).toBeInstanceOf(PublishedBefore);
});

test("the draft that a script began while its page was being published is gone with it", async () => {
	const page = begin({ isAuto: true });
	const { title, content } = TEXT;
	await save(page);
	await publishDocument(app, { title, content, request_id: page.requestId });
	expect(await titles()).toEqual([]);
	const other = begin({ isAuto: true });
	await save(other, { content: "earlier words" });
	await publishDocument(app, { title, content, request_id: other.requestId });
	expect(await titles()).toEqual(["Privacy"]);
});

test("discarding a draft twice is the same, and leaves the others", async () => {
	const saved = await save(begin());
	await save(begin(), { title: "Terms" });
	await discardDraft(app, saved);
	await withoutChange(() => discardDraft(app, saved));
	expect(await titles()).toEqual(["Terms"]);
});

test("discarding a draft that another window saved meanwhile is refused", async () => {
	const page = begin();
	const first = await save(page);
	const second = await save({ ...page, draft: first }, { content: "hours of work" });
	const refusal = await refusalOf(withoutChange(() => discardDraft(app, first)));
	expect(refusal).toMatchObject({ status: 409, draftId: first.id });
	await discardDraft(app, second);
	expect(await titles()).toEqual([]);
});

describe("a script's save that arrives late brings nothing back", () => {
	test("that was discarded", async () => {
		const saved = await save(begin());
		await discardDraft(app, saved);
		const late = begin({ draft: saved, isAuto: true });
		expect(await refusalOf(withoutChange(() => saveDraft(app, late, TEXT)))).toMatchObject({
			status: 409,
		});
		// A press of the button is somebody's wish.
		const pressed = { ...late, isAuto: false };
		const again = await save(pressed);
		expect(again).toMatchObject({ revision: 1 });
		expect(await save(pressed)).toEqual(again);
		expect((await save(pressed, { content: "three" })).id).not.toBe(again.id);
	});

	test("in the place of the draft that was begun since", async () => {
		const { id: documentId } = await createDocument(app, { title: "Privacy", content: "one" });
		const of = { documentId, base: 1 };
		const gone = await save(begin(of));
		await discardDraft(app, gone);
		await save(begin(of), { content: "hours of work" });
		const late = begin({ ...of, draft: gone, isAuto: true });
		const refusal = await refusalOf(withoutChange(() => saveDraft(app, late, TEXT)));
		expect(refusal.message).toBe("This text was published or discarded in another window.");
	});

	test("that was published, as a new document or over one", async () => {
		const page = begin({ isAuto: true });
		const { id } = await publishDocument(app, { ...TEXT, request_id: page.requestId });
		await refusalOf(withoutChange(() => saveDraft(app, page, TEXT)));
		await updateDocument(app, id, { title: "Privacy", content: "newer", revision: 1 });
		const over = begin({ documentId: id, base: 1, isAuto: true });
		await refusalOf(withoutChange(() => saveDraft(app, over, TEXT)));
	});
});

test("a script's save beside an announced text is told so, and not what to press", async () => {
	const { id, title } = await createDocument(app);
	const text = { ...TEXT, title, effective_on: dayOf(later(clock.now(), 30 * DAY_MS)) };
	const announcement = { documentId: id, revision: 1, draft: null, isShortKnown: false, text };
	expect(await announceDraft(app, announcement)).not.toBeNull();
	const other = begin({ documentId: id, base: 1, isAuto: true });
	const refusal = await refusalOf(
		withoutChange(() => saveDraft(app, other, { ...text, content: "three" })),
	);
	expect(refusal).toMatchObject({
		message: "A new text is announced, so this is kept as no draft. This tab keeps what you type.",
		status: 409,
	});
});

describe("what an account can store", () => {
	test("is 200 drafts an app", async () => {
		const first = await save(begin());
		const row = { appId: app.appId, title: "", content: "", base: 0, savedBy: "" };
		const at = new Date();
		await transaction((tx) =>
			tx.documentDraft.createMany({
				data: Array.from({ length: 199 }, (_, n) => ({
					...row,
					requestId: String(n),
					createdAt: at,
					updatedAt: at,
				})),
			}),
		);
		expect(await refusalOf(withoutChange(() => save(begin())))).toMatchObject({ status: 429 });
		await discardDraft(app, first);
		await save(begin());
	});

	test("counts its drafts among its texts", async () => {
		const bytes = () => transaction(async (tx) => storedBytes(tx, user.userId));
		await save(begin(), { content: "ä".repeat(1_000) });
		expect(await bytes()).toBe(2_000);
	});
});

test("drafts are erased with the account", async () => {
	await save(begin());
	expect(rowsOf("DocumentDraft", app.appId)).toHaveLength(1);
	await deleteAccount(user, { current_password: PASSWORD });
	await eraseClosedAccounts();
	expect(rowsOf("DocumentDraft", app.appId)).toEqual([]);
});

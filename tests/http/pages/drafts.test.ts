import { beforeEach, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { deleteDocument } from "#app/documents/document-deletion.server.ts";
import { listDocuments } from "#app/documents/document-list.server.ts";
import { listVersions } from "#app/documents/document-version.server.ts";
import { readAutosaved } from "#app/documents/drafts/autosaved.ts";
import {
	discardDraft,
	listDrafts,
	readDraft,
	saveDraft,
} from "#app/documents/drafts/draft.server.ts";
import { paths } from "#app/paths.ts";
import { type Client, createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createUser } from "../../kit/world/user.ts";
import { cookieOf } from "../../kit/world/world.ts";

const server = serve();
const TEXT = { title: "Terms", content: "## Terms\r\n\r\nBe kind.", slug: "", note: "" };

let app: AppAccess;
let client: Client;

beforeEach(async () => {
	const user = await createUser();
	app = await createApp(user, "Pocket Garden");
	client = createClient(server, { cookie: await cookieOf(user) });
});

/** Returns the address of a new draft, and what its editor posts. */
async function begin(documentId: string | null) {
	const place = { draft: null, base: documentId ? 1 : 0, isAuto: false };
	const requestId = crypto.randomUUID();
	const text = { ...TEXT, content: TEXT.content.replaceAll("\r", ""), effective_on: "" };
	const saved = await saveDraft(app, { ...place, documentId, requestId }, text);
	const draft = saved && (await readDraft(app, saved.id));
	if (!draft) throw new Error("The draft is not there");
	return {
		path: paths.document.draft({ appId: app.appId, draftId: draft.id }),
		values: {
			...TEXT,
			...{ applies: "at_once", effective_on: "", format: "", kind: "" },
			...{ draft: draft.id, draft_revision: "1", document: documentId ?? "" },
			...(documentId ? { revision: "1" } : { request_id: draft.requestId }),
		},
	};
}

test.each([
	["of a document that is yet to be", () => null],
	["over a public text", async () => (await createDocument(app)).id],
])("a second press of Publish %s leads where the first one did", async (_, create) => {
	const documentId = await create();
	const { path, values } = await begin(documentId);
	const first = await client.post(path, values);
	const second = await client.post(path, values);
	expect(first.headers.location).toMatch(documentId ? /^\/dashboard$/ : /\/published$/);
	expect([second.status, second.headers.location]).toEqual([303, first.headers.location]);
	expect(await listDrafts(app)).toEqual([]);
	const [document, ...others] = await listDocuments(app);
	expect([document?.title, others]).toEqual(["Terms", []]);
	expect(await listVersions(app, document?.id ?? "")).toHaveLength(documentId ? 2 : 1);
});

test("what an editor holds of a draft that is gone is kept as a new one, unless it is public", async () => {
	const { path, values } = await begin(null);
	await client.post(path, values);
	await client.post(path, { ...values, content: "Other words." });
	expect(await listDrafts(app)).toMatchObject([{ title: "Terms" }]);
});

test("a text that is changed and sent again after its answer was lost is kept as a draft", async () => {
	const path = paths.document.new({ appId: app.appId });
	const values = { ...TEXT, applies: "at_once", request_id: crypto.randomUUID() };
	const first = await client.post(path, values);
	expect(first.headers.location).toMatch(/\/published$/);
	const changed = { ...values, content: "Other words." };
	const [second, third] = [await client.post(path, changed), await client.post(path, changed)];
	expect(second.headers.location).toMatch(/\/drafts\/[^/]+$/);
	expect(third.headers.location).toBe(second.headers.location);
	const { text } = await client.get(second.headers.location ?? "");
	expect(text).toContain("Other words.");
	expect(await listDrafts(app)).toHaveLength(1);
});

test.each([
	["another address", { slug: "our-terms" }],
	["a note", { note: "New host" }],
])("a second press of Publish with %s drops nothing", async (_, change) => {
	const { path, values } = await begin((await createDocument(app)).id);
	await client.post(path, values);
	const second = await client.post(path, { ...values, ...change });
	expect(second.headers.location).toMatch(/\/drafts\/[^/]+$/);
	expect(await listDrafts(app)).toHaveLength(1);
});

test("an editor that knows a draft which was replaced is shown the other one, and may save over it", async () => {
	const document = await createDocument(app);
	const path = paths.document.edit({ appId: app.appId, documentId: document.id });
	const gone = await begin(document.id);
	await discardDraft(app, { id: gone.values.draft, revision: 1 });
	const present = await begin(document.id);
	const values = { ...gone.values, content: "Mine.", intent: "draft" };
	const refused = await client.post(path, values);
	expect([refused.status, refused.text.includes("Save my draft over it")]).toEqual([409, true]);
	expect(refused.text).toContain(`name="draft" value="${present.values.draft}"`);
	const over = await client.post(path, { ...values, draft: present.values.draft });
	expect(over.headers.location).toBe(present.path);
	expect(await readDraft(app, present.values.draft)).toMatchObject({ content: "Mine." });
});

test("what is posted for a document or a draft that is gone is shown, and not lost", async () => {
	const document = await createDocument(app);
	const ids = { appId: app.appId, documentId: document.id };
	const { path, values } = await begin(document.id);
	const typed = { ...values, content: "Hours of <b>work</b>." };
	const shown = "Hours of &lt;b&gt;work&lt;/b&gt;.";
	await discardDraft(app, { id: values.draft, revision: 1 });
	await begin(document.id);
	const overOther = await client.post(path, typed);
	expect([overOther.status, overOther.text.includes(shown)]).toEqual([409, true]);
	expect(overOther.text).toContain("This document has a draft already.");
	await deleteDocument(app, document.id);
	for (const intent of ["publish", "draft", "preview", "announce"]) {
		const answer = await client.post(paths.document.edit(ids), { ...typed, intent });
		expect([intent, answer.status, answer.text.includes(shown)]).toEqual([intent, 404, true]);
	}
	const fromDraft = await client.post(path, { ...typed, intent: "draft" });
	expect([fromDraft.status, fromDraft.text.includes(shown)]).toEqual([404, true]);
	const read = await client.get(paths.document.edit(ids));
	expect(read.headers.location).toBe(paths.document.all(ids));
});

test("a draft that was saved since is not discarded, and its author is asked again", async () => {
	const { path, values } = await begin(null);
	await client.post(path, { ...values, intent: "draft", content: "Saved since." });
	const deletion = `${path}/deletion`;
	const refused = await client.post(deletion, { draft_revision: "1" });
	expect(refused.headers.location).toBe(deletion);
	expect(await listDrafts(app)).toHaveLength(1);
	expect((await client.get(deletion)).text).toContain('name="draft_revision" value="2"');
	const discarded = await client.post(deletion, { draft_revision: "2" });
	expect(discarded.headers.location).toMatch(/\/documents$/);
	expect(await listDrafts(app)).toEqual([]);
});

test("a script's save by somebody who is signed out says so", async () => {
	const { values } = await begin(null);
	const autosave = paths.document.autosave({ appId: app.appId });
	const { status, text } = await createClient(server).post(autosave, values);
	expect(readAutosaved(status, text)?.error).toMatch(/^You are signed out/);
});

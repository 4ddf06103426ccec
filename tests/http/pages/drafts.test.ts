import { beforeEach, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { listDocuments } from "#app/documents/document-list.server.ts";
import { listVersions } from "#app/documents/document-version.server.ts";
import { readAutosaved } from "#app/documents/drafts/autosaved.ts";
import { listDrafts, readDraft, saveDraft } from "#app/documents/drafts/draft.server.ts";
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
	const place = { draftId: null, draftRevision: 0, base: documentId ? 1 : 0, isAuto: false };
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

test("a script's save by somebody who is signed out says so", async () => {
	const { values } = await begin(null);
	const autosave = paths.document.autosave({ appId: app.appId });
	const { status, text } = await createClient(server).post(autosave, values);
	expect(readAutosaved(status, text)?.error).toMatch(/^You are signed out/);
});

import http from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import { updateProfile } from "#app/accounts/profile.server.ts";
import { saveContactEmail, trashApp } from "#app/apps/app.server.ts";
import { deleteDocument } from "#app/documents/document-deletion.server.ts";
import { deleteForm } from "#app/forms/form.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { type Client, createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createForm } from "../../kit/world/form.ts";
import { createSubmission } from "../../kit/world/submission.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";
import { cookieOf, createWorld, type World } from "../../kit/world/world.ts";
import { readZip } from "../../kit/zip.ts";

const server = serve();
let world: World;
let owner: Client;

beforeAll(async () => {
	world = await createWorld();
	owner = createClient(server.url, { cookie: world.cookie });
});

async function clientOf(user: TestUser): Promise<Client> {
	return createClient(server.url, { cookie: await cookieOf(user) });
}

async function filesOf(client: Client): Promise<Map<string, string>> {
	const answer = await client.get("/settings/export");
	expect(answer.status).toBe(200);
	return readZip(answer.bytes);
}

function json(files: Map<string, string>, name: string) {
	const text = files.get(name);
	if (text === undefined) throw new Error(`${name} is not in ${[...files.keys()].join(", ")}`);
	return JSON.parse(text);
}

test("is a ZIP that the browser saves, sent as it grows", async () => {
	const { headers, bytes } = await owner.get("/settings/export");
	expect(headers["content-type"]).toBe("application/zip");
	expect(headers["content-disposition"]).toBe('attachment; filename="smallprint-export.zip"');
	expect(headers["cache-control"]).toBe("no-store");
	expect(headers["transfer-encoding"]).toBe("chunked");
	expect(headers["content-length"]).toBeUndefined();
	expect(readZip(bytes).get("README.txt")).toContain("account.json");
});

test("holds everything of an account, each thing in its place", async () => {
	await updateProfile(world.user, { full_name: "Ada Lovelace", company: "Engines" });
	await saveContactEmail(world.app, "hello@example.com");
	await owner.post(`/admin/conversation/${world.submission.id}`, {
		message: "We look into it.",
		request_id: crypto.randomUUID(),
	});
	const files = await filesOf(owner);
	const { user, app, document, draft, form } = world;
	const folder = `apps/${app.app.slug}`;
	expect([...files.keys()]).toEqual([
		"README.txt",
		"account.json",
		"saved-replies.json",
		"support.json",
		`${folder}/documents/privacy-policy.md`,
		`${folder}/documents/privacy-policy/versions/1.md`,
		`${folder}/documents/privacy-policy/versions/2.md`,
		`${folder}/documents/privacy-policy/versions/versions.json`,
		`${folder}/drafts/cookie-policy-${draft.id.slice(-12)}.md`,
		`${folder}/drafts/drafts.json`,
		`${folder}/deletion-page.json`,
		`${folder}/deletions.csv`,
		`${folder}/forms.json`,
		`${folder}/submissions.csv`,
		`${folder}/submissions.json`,
	]);
	expect(files.get(`${folder}/deletions.csv`)).toMatch(
		/^\uFEFFnumber,scope,asked_on,due_on,outcome,closed_on\r\n\d+,account,[\d-]{10},[\d-]{10},open,\r\n$/,
	);
	expect(files.get(`${folder}/documents/privacy-policy.md`)).toBe(document.newest);
	expect(files.get(`${folder}/documents/privacy-policy/versions/2.md`)).toBe(document.newest);
	expect(json(files, `${folder}/documents/privacy-policy/versions/versions.json`)).toEqual([
		expect.objectContaining({ version: 1, file: "1.md", title: document.title, note: "" }),
		expect.objectContaining({ version: 2, saved_by: user.email, withdrawn_at: null }),
	]);
	expect(json(files, `${folder}/drafts/drafts.json`)).toEqual([
		expect.objectContaining({
			title: draft.title,
			file: `cookie-policy-${draft.id.slice(-12)}.md`,
			document: null,
			saved_by: user.email,
			announced_at: null,
		}),
	]);
	expect(json(files, "account.json")).toMatchObject({
		full_name: "Ada Lovelace",
		company: "Engines",
		email: user.email,
		account_name: user.accountName,
		plan: "Pro",
		apps: [
			{
				name: app.app.name,
				folder,
				public_url: expect.stringMatching(new RegExp(`/${user.accountName}/${app.app.slug}$`)),
				contact_email: "hello@example.com",
				deleted_at: null,
				documents: [
					{
						title: document.title,
						file: "documents/privacy-policy.md",
						public_url: expect.stringMatching(new RegExp(`${document.path}$`)),
						kind: null,
						history_opened_at: expect.any(String),
						ignored_checks: [],
					},
				],
				forms: [{ title: form.title, public_url: expect.stringMatching(`${form.path}$`) }],
			},
		],
	});
	expect(json(files, "saved-replies.json")).toEqual([
		{ title: "Thanks", text: world.savedReply.text },
	]);
	expect(json(files, "support.json")).toMatchObject([
		{
			id: world.supportSubmission.id,
			status: "new",
			answers: expect.arrayContaining([
				{ id: "message", type: "textarea", label: "Message", value: "How do I move my app?" },
			]),
		},
	]);
	expect(files.get("support.json")).not.toContain("notes");
	expect(json(files, `${folder}/forms.json`)).toMatchObject([
		{ id: form.id, title: form.title, fields: form.fields, deleted_at: null },
	]);
	expect(json(files, `${folder}/submissions.json`)).toMatchObject([
		{
			email: world.submission.email,
			form: form.title,
			notes: "",
			internal_notes: [{ text: world.note.text }],
			messages: [{ sender_type: "admin", message: "We look into it." }],
		},
		{ email: world.deletion.email, form: "Delete account and data" },
	]);
	expect(files.get(`${folder}/submissions.csv`)).toContain(world.submission.email);
});

test("leaves out what nobody verified, what was erased, and what is another's", async () => {
	const other = await createWorld();
	const gone = await createDocument(world.app, { title: "Gone", content: "Gone for good." });
	await deleteDocument(world.app, gone.id);
	await transaction((tx) => tx.document.delete({ where: { id: gone.id } }));
	const all = [...(await filesOf(owner)).values()].join("\n");
	for (const secret of [
		world.unverified.email,
		"Gone for good.",
		other.user.email,
		other.submission.email,
		other.savedReply.text,
		other.supportSubmission.id,
	]) {
		expect(all).not.toContain(secret);
	}
});

test("holds deleted documents and forms for as long as they can come back, marked as deleted", async () => {
	const user = await createUser({ plan: "pro" });
	const app = await createApp(user, "Tide Clock");
	await deleteForm(app, (await createForm(app, { title: "Talk" })).id);
	for (const content of ["The first.", "The second."]) {
		const { id } = await createDocument(app, { title: "Terms", content });
		await deleteDocument(app, id);
	}
	await createDocument(app, { title: "Terms", content: "Public." });
	const client = await clientOf(user);
	const files = await filesOf(client);
	const { apps } = json(files, "account.json");
	const [{ documents, forms, folder }] = apps;
	const texts = documents.map(({ file }: { file: string }) => files.get(`${folder}/${file}`));
	expect(texts).toEqual(["The first.", "The second.", "Public."]);
	const deleted = { title: "Terms", public_url: null, deleted_at: expect.any(String) };
	const file = expect.stringMatching(/^deleted-documents\/terms-\w{12}\.md$/);
	expect(documents).toMatchObject([
		{ ...deleted, file },
		{ ...deleted, file },
		{
			title: "Terms",
			file: "documents/terms.md",
			public_url: expect.stringMatching(/\/tide-clock\/terms$/),
			deleted_at: null,
		},
	]);
	const versions = `${folder}/${documents[0].file.replace(".md", "")}/versions`;
	expect(files.get(`${versions}/1.md`)).toBe("The first.");
	expect(forms).toMatchObject([{ ...deleted, title: "Talk" }]);
	expect(files.get("README.txt")).toContain("deleted-documents/");
});

test("holds apps in the trash and what was sent through a deleted form", async () => {
	const user = await createUser({ plan: "pro" });
	const app = await createApp(user, "Tide Clock");
	await createDocument(app, { content: "In the trash." });
	const form = await createForm(app, { title: "Talk" });
	const submission = await createSubmission(form);
	await deleteForm(app, form.id);
	const client = await clientOf(user);
	const before = await filesOf(client);
	expect(before.get("apps/tide-clock/submissions.csv")).toContain(submission.email);
	expect(json(before, "apps/tide-clock/forms.json")).toMatchObject([
		{ title: "Talk", public_url: null, deleted_at: expect.any(String) },
	]);

	await trashApp(user, app.appId);
	const again = await createApp(user, "Tide Clock");
	await createDocument(again, { content: "Active." });
	await trashApp(user, again.appId);
	await createDocument(await createApp(user, "Tide Clock"), { content: "Newest." });
	const files = await filesOf(client);
	const trashed = [...files.keys()].filter((name) => name.startsWith("trash/"));
	expect(new Set(trashed.map((name) => name.split("/")[1])).size).toBe(2);
	const texts = new Set([...files].flatMap(([name, text]) => (name.endsWith(".md") ? text : [])));
	expect([...texts].sort()).toEqual(["Active.", "In the trash.", "Newest."]);
	expect(files.get("apps/tide-clock/documents/privacy-policy.md")).toBe("Newest.");
	const account = json(files, "account.json") as { apps: Record<string, unknown>[] };
	expect(account.apps.map((one) => [one.public_url === null, one.deleted_at === null])).toEqual([
		[true, false],
		[true, false],
		[false, true],
	]);
});

test("names nothing as Windows names its devices", async () => {
	const user = await createUser();
	const app = await createApp(user, "Aux");
	for (const title of ["Con", "nul", "COM1"]) await createDocument(app, { title, content: title });
	const files = await filesOf(await clientOf(user));
	const names = [...files.keys()].filter((name) => /^apps.*(?<!\/\d)\.md$/.test(name));
	expect(names).toEqual([
		"apps/aux-/documents/con-.md",
		"apps/aux-/documents/nul-.md",
		"apps/aux-/documents/com1-.md",
	]);
});

test("of an account with nothing in it is a ZIP, too", async () => {
	const user = await createUser({ accountName: null });
	const files = await filesOf(await clientOf(user));
	expect([...files.keys()]).toEqual([
		"README.txt",
		"account.json",
		"saved-replies.json",
		"support.json",
	]);
	expect(json(files, "support.json")).toEqual([]);
	expect(json(files, "account.json")).toMatchObject({ account_name: null, plan: "Free", apps: [] });
});

describe("a big account", () => {
	const SUBMISSIONS = 1_700;
	const DOCUMENTS = 25;
	let user: TestUser;

	beforeAll(async () => {
		user = await createUser({ plan: "pro" });
		const app = await createApp(user, "Big");
		for (let n = 0; n < DOCUMENTS; n += 1) {
			await createDocument(app, { title: `Part ${n}`, content: `Text ${n}.` });
		}
		const form = await createForm(app);
		const now = new Date();
		await transaction((tx) =>
			tx.submission.createMany({
				data: Array.from({ length: SUBMISSIONS }, (_, n) => ({
					formId: form.id,
					appId: app.appId,
					userId: user.userId,
					email: `v${n}@example.com`,
					name: "",
					answers: JSON.stringify([
						{ id: "one", type: "textarea", label: "Message", value: "Text. ".repeat(300) },
					]),
					createdAt: now,
					updatedAt: now,
					lastActivityAt: now,
					verifiedAt: now,
				})),
			}),
		);
	});

	test("is exported whole and in order", async () => {
		const files = await filesOf(await clientOf(user));
		const rows = json(files, "apps/big/submissions.json") as { email: string }[];
		expect(rows.map(({ email }) => email)).toEqual(
			Array.from({ length: SUBMISSIONS }, (_, n) => `v${n}@example.com`),
		);
		const documents = [...files].filter(([name]) => /(?<!\/\d+)\.md$/.test(name));
		expect(documents.map(([, text]) => text)).toEqual(
			Array.from({ length: DOCUMENTS }, (_, n) => `Text ${n}.`),
		);
	});

	test("may be given up half-way, and the server goes on", async () => {
		const headers = { Cookie: await cookieOf(user), "Sec-Fetch-Site": "same-origin" };
		await new Promise<void>((resolve, reject) => {
			const request = http.get(server.url, { path: "/settings/export", headers }, (response) => {
				response.once("data", () => response.destroy());
				response.once("close", resolve);
			});
			request.once("error", reject);
		});
		expect((await owner.get("/healthz")).status).toBe(200);
		await filesOf(owner);
	});
});

test("is for those who are signed in", async () => {
	const answer = await createClient(server.url).get("/settings/export");
	expect(answer.status).toBe(401);
	expect(answer.headers["content-type"]).toMatch(/^text\/html/);
});

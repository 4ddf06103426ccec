/**
 * Fills its environment's database with the measured site, by the app's own functions, and prints
 * its addresses: a document of 5 kB, a form, and an owner with 50 apps and 500 documents.
 */
import fs from "node:fs";
import path from "node:path";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { writeSessionToken } from "#app/http/cookies.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { closeDatabase, transaction } from "#app/platform/db/db.server.ts";
import { createApp } from "../kit/world/app.ts";
import { createDocument } from "../kit/world/document.ts";
import { createForm } from "../kit/world/form.ts";
import { createUser, type TestUser } from "../kit/world/user.ts";

export type Site = Awaited<ReturnType<typeof createSite>>;

const APPS = 50;
const DOCUMENTS_EACH = 10;

async function createSite() {
	const unique = crypto.randomUUID().slice(0, 8);
	const publisher = await createUser({
		email: `publisher-${unique}@example.com`,
		accountName: `publisher-${unique}`,
		plan: "pro",
	});
	const app = await createApp(publisher, "Pocket Garden");
	const policy = path.join(import.meta.dirname, "../../app/marketing/samples/privacy-policy.md");
	const document = await createDocument(app, { content: fs.readFileSync(policy, "utf8") });
	const edited = await createDocument(app, { title: "Terms", content: "We may change." });
	const form = await createForm(app);
	const collector = await createUser({
		email: `collector-${unique}@example.com`,
		accountName: `collector-${unique}`,
		plan: "pro",
	});
	for (let n = 0; n < APPS; n += 1) await fill(await createApp(collector, `App ${n}`), n);
	return {
		document: { path: document.path },
		form: {
			path: form.path,
			revision: form.revision,
			fields: form.fields.map(({ id, type, options }) => ({ id, type, options })),
		},
		/** A document to save again and again. */
		edited: {
			path: `/app/${app.appId}/documents/${edited.id}/edit`,
			publicPath: edited.path,
			title: edited.title,
			cookie: await cookieOf(publisher),
		},
		dashboard: { cookie: await cookieOf(collector) },
	};
}

async function fill({ appId }: AppAccess, n: number): Promise<void> {
	const now = clock.now();
	await transaction((tx) =>
		tx.document.createMany({
			data: Array.from({ length: DOCUMENTS_EACH }, (_, at) => ({
				appId,
				title: `Document ${at} of app ${n}`,
				slug: `document-${at}`,
				content: "Text.",
				html: "<p>Text.</p>",
				preview: "Text.",
				headings: "[]",
				revision: 1,
				requestId: crypto.randomUUID(),
				createdAt: now,
				updatedAt: now,
			})),
		}),
	);
}

async function cookieOf({ token }: TestUser): Promise<string> {
	return (await writeSessionToken(token)).split(";")[0] ?? "";
}

if (import.meta.main) {
	process.stdout.write(JSON.stringify(await createSite()));
	await closeDatabase();
}

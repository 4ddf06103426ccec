/**
 * Adds to its environment's database what is measured, by the app's own functions, and prints the
 * addresses: a document of 5 kB, a form, long histories, an owner with 50 apps and 500 documents, an
 * administrator, and the owner of the first seeded account.
 */
import fs from "node:fs";
import path from "node:path";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { openSession } from "#app/accounts/session.server.ts";
import { CONTROL, controlName } from "#app/forms/visitor-form.ts";
import { closeDatabase, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { firstPage } from "../kit/http/visitor-form.ts";
import { liftRateLimits } from "../kit/process/database.ts";
import { createApp } from "../kit/world/app.ts";
import { createDocument } from "../kit/world/document.ts";
import { createForm } from "../kit/world/form.ts";
import { createUser } from "../kit/world/user.ts";
import { cookieOf } from "../kit/world/world.ts";
import { createHistory } from "./history-site.ts";
import { idOf, KIND } from "./seeded.ts";

export type Site = Awaited<ReturnType<typeof createSite>>;

const APPS = 50;
const DOCUMENTS_EACH = 10;

async function createSite() {
	liftRateLimits(env.databaseFile);
	const unique = crypto.randomUUID().slice(0, 8);
	const create = (role: string, adminRole?: "super_admin") =>
		createUser({
			email: `${role}-${unique}@example.com`,
			accountName: `${role}-${unique}`,
			plan: "pro",
			adminRole,
		});
	const publisher = await create("publisher");
	const app = await createApp(publisher, "Pocket Garden");
	const policy = path.join(import.meta.dirname, "../../app/marketing/samples/privacy-policy.md");
	const document = await createDocument(app, { content: fs.readFileSync(policy, "utf8") });
	const edited = await createDocument(app, { title: "Terms", content: "We may change." });
	const form = await createForm(app);
	// An app of its own: 5,000 people are mailed when one of its documents is saved.
	const followed = await createApp(publisher, "Followed Garden");
	const collector = await create("collector");
	const others: string[] = [];
	for (let n = 0; n < APPS; n += 1) {
		const { appId, app } = await createApp(collector, `App ${n}`);
		await copyDocument(document.id, appId);
		for (let at = 0; at < DOCUMENTS_EACH; at += 1) {
			others.push(`/${collector.accountName}/${app.slug}/document-${at}`);
		}
	}
	return {
		document: document.path,
		form: form.path,
		/** What a visitor types into the form, and the names of the controls that vary. */
		typed: firstPage(form, { email: "visitor@example.net" }) as Record<string, string>,
		controls: {
			...CONTROL,
			email: controlName(form.fields.find(({ type }) => type === "email")?.id ?? ""),
		},
		/** A document to save again and again. */
		edited: {
			editor: `/app/${app.appId}/documents/${edited.id}/edit`,
			path: edited.path,
			title: edited.title,
			cookie: await cookieOf(publisher),
		},
		/** The owner with 50 apps, and the addresses of copies of the document. */
		collector: { cookie: await cookieOf(collector), documents: others },
		/** The same owner's, see history-site.ts. */
		history: { cookie: await cookieOf(publisher), ...(await createHistory(followed)) },
		admin: { cookie: await cookieOf(await create("admin", "super_admin")) },
		busy: { cookie: await signInToSeeded(), appId: idOf(KIND.app, 1), formId: idOf(KIND.form, 1) },
	};
}

async function copyDocument(id: string, appId: AppAccess["appId"]): Promise<void> {
	await transaction(async (tx) => {
		const { id: _, ...document } = await tx.document.findUniqueOrThrow({ where: { id } });
		await tx.document.createMany({
			data: Array.from({ length: DOCUMENTS_EACH }, (_, at) => ({
				...document,
				appId,
				title: `Document ${at}`,
				slug: `document-${at}`,
				requestId: crypto.randomUUID(),
			})),
		});
	});
}

async function signInToSeeded(): Promise<string> {
	const token = await transaction((tx) => openSession(tx, idOf(KIND.user, 1)));
	return cookieOf({ token });
}

process.stdout.write(JSON.stringify(await createSite()));
await closeDatabase();

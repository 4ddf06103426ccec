import { beforeAll, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { accessForSession } from "#app/accounts/session.server.ts";
import {
	publicUrl,
	type Resolved,
	resolveApp,
	resolveDocument,
	resolveForm,
	resolveOldDocument,
	resolveOldForm,
} from "#app/addresses/address.server.ts";
import { pageStamp } from "#app/addresses/page-stamp.sql.ts";
import { listAppAddresses, listDocumentAddresses } from "#app/addresses/sitemap.server.ts";
import { listContent } from "#app/admin/content-administration.server.ts";
import { readUser } from "#app/admin/user-administration.server.ts";
import { accessByToken } from "#app/conversations/conversation-access.server.ts";
import { conversationToken } from "#app/conversations/conversation-token.server.ts";
import { findEnded } from "#app/conversations/conversation-watcher.sql.ts";
import { submitForm } from "#app/conversations/submission.server.ts";
import {
	createSubmissionLink,
	readSubmissionLink,
} from "#app/conversations/submission-link.server.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { HOUR_MS, later } from "#app/platform/time.ts";
import { createAdmin, type TestAdmin } from "../../kit/world/admin.ts";
import { createApp } from "../../kit/world/app.ts";
import { createConversation } from "../../kit/world/conversation.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createContactForm, type TestForm } from "../../kit/world/form.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";

const ACCOUNTS = {
	open: { suspendedAt: null, deletedAt: null },
	suspended: { suspendedAt: new Date(), deletedAt: null },
	closed: { suspendedAt: null, deletedAt: new Date() },
};
const STATES = { live: { deletedAt: null }, deleted: { deletedAt: new Date() } };

type World = {
	account: keyof typeof ACCOUNTS;
	app: keyof typeof STATES;
	page: keyof typeof STATES;
};

const WORLDS = (Object.keys(ACCOUNTS) as World["account"][]).flatMap((account) =>
	(Object.keys(STATES) as World["app"][]).flatMap((app) =>
		(Object.keys(STATES) as World["page"][]).map((page): World => ({ account, app, page })),
	),
);

let admin: TestAdmin;
let owner: TestUser;
let app: AppAccess;
let document: Awaited<ReturnType<typeof createDocument>>;
let form: TestForm;
let submissionId: string;
let link: string;

beforeAll(async () => {
	[admin, owner] = [await createAdmin(), await createUser()];
	app = await createApp(owner);
	document = await createDocument(app);
	form = await createContactForm(app);
	submissionId = (await createConversation(app, form)).id;
	link = (await transaction((tx) => createSubmissionLink(tx, submissionId, "session"))).token;
});

/** Brings a world about by its columns alone, so that no reader is helped by what verbs do besides. */
async function become({ account, app: appState, page }: World): Promise<void> {
	await transaction(async (tx) => {
		await tx.user.update({ where: { id: owner.userId }, data: ACCOUNTS[account] });
		await tx.app.update({ where: { id: app.appId }, data: STATES[appState] });
		await tx.document.update({ where: { id: document.id }, data: STATES[page] });
		await tx.form.update({ where: { id: form.id }, data: STATES[page] });
	});
}

/** What each reader says of the account, of the app, and of the document and the form in it. */
async function verdicts() {
	const account = owner.accountName ?? "";
	const { slug } = app.app;
	const hub = await resolveApp(account, slug);
	const hubPath = paths.visitor.app(account, slug);
	const read = { id: submissionId, token: link, purpose: "session" } as const;
	return {
		account: {
			session: (await accessForSession(owner.token)) !== null,
			conversation: (await accessByToken(conversationToken(submissionId))) !== null,
			"visitor's link": (await readSubmissionLink(db, read)) === "valid",
			watcher: (await findEnded([submissionId])).length === 0,
		},
		app: {
			hub: isAt(hub),
			"hub's stamp": pageStamp("hub", [account, slug]) !== null,
			sitemap: await isListed(listAppAddresses(""), hubPath),
			"administrators' page":
				((await readUser(admin, owner.userId))?.apps[0]?.path ?? null) !== null,
		},
		page: {
			"document on the hub": hub.outcome === "found" && hub.page.documents.length === 1,
			"form on the hub": hub.outcome === "found" && hub.page.forms.length === 1,
			document: isAt(await resolveDocument(account, slug, document.slug)),
			"document's stamp": pageStamp("document", [account, slug, document.slug]) !== null,
			"document's older shape": leads(await resolveOldDocument(app.appId, document.slug)),
			sitemap: await isListed(listDocumentAddresses(""), document.path),
			"administrators' documents": await hasPath("documents"),
			form: isAt(await resolveForm(account, slug, form.slug)),
			"form's stamp": pageStamp("form", [account, slug, form.slug]) !== null,
			"form's older shape": leads(await resolveOldForm(app.appId, form.id)),
			"administrators' forms": await hasPath("forms"),
			"what is sent": await isTaken(),
		},
	};
}

/** Whether a page is there; what is hidden is nowhere else either. */
function isAt({ outcome }: Resolved<unknown>): boolean {
	expect(outcome).not.toBe("moved");
	return outcome === "found";
}

function leads({ outcome }: Resolved<never>): boolean {
	return outcome === "moved";
}

async function isListed(addresses: AsyncIterable<{ url: string }>, path: string) {
	for await (const { url } of addresses) if (url === publicUrl(path)) return true;
	return false;
}

async function hasPath(kind: "documents" | "forms"): Promise<boolean> {
	const { rows } = await listContent(admin, kind, null);
	return rows.some(({ path }) => path !== null);
}

async function isTaken(): Promise<boolean> {
	const answers = { answers: [], email: `${crypto.randomUUID()}@example.com`, name: "" };
	const question = { id: crypto.randomUUID(), expiresAt: later(clock.now(), HOUR_MS) };
	const sent = { question, clientAddress: crypto.randomUUID() };
	try {
		await submitForm({ ...form, app: { name: app.app.name } }, answers, sent);
		return true;
	} catch (error) {
		if (error instanceof Refusal) return false;
		throw error;
	}
}

test.each(WORLDS)(
	"what the public may see is the same for every reader while the account is $account, its app $app and what is in it $page",
	async (world) => {
		await become(world);
		const account = world.account === "open";
		const isApp = account && world.app === "live";
		const isPage = isApp && world.page === "live";
		const said = await verdicts();
		const all = (readers: object, verdict: boolean) =>
			Object.fromEntries(Object.keys(readers).map((reader) => [reader, verdict]));
		expect(said).toEqual({
			account: all(said.account, account),
			app: all(said.app, isApp),
			page: all(said.page, isPage),
		});
	},
);

/** What becomes of each address of a document and of its app when something happens to them. */
import { describe, expect, test } from "vitest";
import { deleteAccount } from "#app/accounts/account-deletion.server.ts";
import { saveAccountName } from "#app/accounts/account-name/account-name.server.ts";
import { suspendUser } from "#app/admin/administration.server.ts";
import { renameApp, trashApp } from "#app/apps/app.server.ts";
import { dayOf } from "#app/documents/applies-from.ts";
import { updateDocument } from "#app/documents/document.server.ts";
import { deleteDocument } from "#app/documents/document-deletion.server.ts";
import { announceDraft } from "#app/documents/drafts/announcement.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { createAdmin } from "../../kit/world/admin.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createUser, PASSWORD } from "../../kit/world/user.ts";
import { cookieOf } from "../../kit/world/world.ts";

const server = serve();
const visitor = createClient(server);

/** What is answered: a status, or the address below the page's that it leads to. */
type Outcome = number | string;

/** Below the page of a document that has versions 1 and 2, and of its app. */
const PRESENT: Record<"document" | "history" | "next" | "app", Record<string, Outcome>> = {
	document: { "": 200, ".md": 200, ".txt": 200, ".json": 200, ".atom": 200 },
	history: {
		"/versions": 200,
		"/versions/1": 200,
		"/versions/1.md": 200,
		"/versions/2.txt": 200,
		"/versions/3": 404,
		"/changes/1-2": 200,
		"/changes/2-1": "/changes/1-2",
		"/changes/2-2": "/versions/2",
		"/changes?since=2020-01-01": "/changes/1-2",
		"/changes?since=soon": 400,
	},
	next: { "/next": 200, "/next/changes": 200 },
	app: { "": 200, ".json": 200, ".atom": 200, "/updates": 200, "/updates/confirm?token=x": 400 },
};
const PARTS = Object.keys(PRESENT) as (keyof typeof PRESENT)[];

const TEXT = { title: "Privacy Policy", content: "Two.", slug: "" };

async function publish() {
	const user = await createUser();
	const app = await createApp(user, "Notes");
	const { id, path } = await createDocument(app, { content: "One." });
	await updateDocument(app, id, { ...TEXT, revision: 1 });
	await announceDraft(app, {
		documentId: id,
		revision: 2,
		draft: null,
		isShortKnown: false,
		text: { ...TEXT, effective_on: dayOf(later(new Date(), 20 * DAY_MS)), note: "" },
	});
	return { user, app, id, path, hub: `/${user.accountName}/notes` };
}

type Scene = Awaited<ReturnType<typeof publish>>;

/** Gives the document another address, which is no new version. */
function moveDocument({ app, id }: Scene) {
	return updateDocument(app, id, { ...TEXT, slug: "terms", revision: 2 });
}

type State = {
	change: (scene: Scene) => Promise<unknown>;
	/** Where the pages are now, if they have moved. */
	moved?: (scene: Scene) => { document: string; app?: string };
	/** What all addresses of a part are answered with. */
	ended?: Partial<Record<keyof typeof PRESENT, number>>;
};

const STATES: Record<string, State> = {
	"that is present": { change: async () => {} },
	"of a renamed document": {
		change: moveDocument,
		moved: ({ hub }) => ({ document: `${hub}/terms` }),
	},
	"of a renamed app": {
		change: ({ app }) => renameApp(app, "Other"),
		moved: ({ user }) => ({
			document: `/${user.accountName}/other/privacy-policy`,
			app: `/${user.accountName}/other`,
		}),
	},
	"of a renamed account": {
		change: ({ user }) => saveAccountName(user, `${user.accountName}-b`),
		moved: ({ user }) => ({
			document: `/${user.accountName}-b/notes/privacy-policy`,
			app: `/${user.accountName}-b/notes`,
		}),
	},
	"of a document, an app and an account that were all renamed": {
		change: async (scene) => {
			const { user, app } = scene;
			await moveDocument(scene);
			await renameApp(app, "Other");
			await saveAccountName(user, `${user.accountName}-b`);
		},
		moved: ({ user }) => ({
			document: `/${user.accountName}-b/other/terms`,
			app: `/${user.accountName}-b/other`,
		}),
	},
	"of a document whose history is private": {
		change: ({ id }) =>
			transaction((tx) => tx.document.update({ where: { id }, data: { historyOpenedAt: null } })),
		ended: { history: 404 },
	},
	"of a deleted document": {
		change: ({ app, id }) => deleteDocument(app, id),
		ended: { document: 410, history: 410, next: 410 },
	},
	"of a trashed app": {
		change: ({ user, app }) => trashApp(user, app.appId),
		ended: { document: 410, history: 410, next: 410, app: 410 },
	},
	"of a suspended account": {
		change: async ({ user }) => suspendUser(await createAdmin(), user.userId, "Spam"),
		ended: { document: 404, history: 404, next: 404, app: 404 },
	},
	"of a deleted account": {
		change: ({ user }) => deleteAccount(user, { current_password: PASSWORD }),
		ended: { document: 410, history: 410, next: 410, app: 410 },
	},
};

async function outcomesAt(page: string, below: string[]): Promise<Record<string, Outcome>> {
	const outcomes = below.map(async (part): Promise<[string, Outcome]> => {
		const { status, headers } = await visitor.get(page + part);
		expect([200, 301, 302, 400, 404, 410]).toContain(status);
		return [part, headers.location?.replace(page, "") ?? status];
	});
	return Object.fromEntries(await Promise.all(outcomes));
}

describe.each(Object.entries(STATES))("an address %s", (_name, { change, moved, ended = {} }) => {
	test("is answered as all of its kind are, and what moved is there as before", async () => {
		const scene = await publish();
		const pageOf = (part: string) => (part === "app" ? scene.hub : scene.path);
		// Pages that are kept must not outlive the change.
		for (const part of PARTS) await outcomesAt(pageOf(part), Object.keys(PRESENT[part]));
		await change(scene);
		for (const part of PARTS) {
			const below = Object.keys(PRESENT[part]);
			const to = moved?.(scene)[part === "app" ? "app" : "document"];
			const isEnded = ended[part] !== undefined;
			const leading = Object.fromEntries(below.map((one) => [one, to ? to + one : ended[part]]));
			const expected = to || isEnded ? leading : PRESENT[part];
			expect([part, await outcomesAt(pageOf(part), below)]).toEqual([part, expected]);
			if (!to) continue;
			expect([part, await outcomesAt(to, below)]).toEqual([part, PRESENT[part]]);
		}
	});
});

test.each(["documents", "forms"])(
	"the owner's list of %s at an earlier address leads to the present one, also with a slash behind",
	async (list) => {
		const user = await createUser({ plan: "pro" });
		const app = await createApp(user, "Notes");
		await renameApp(app, "Other");
		const owner = createClient(server.url, { cookie: await cookieOf(user) });
		for (const slash of ["", "/"]) {
			const { headers } = await owner.get(`/${user.accountName}/notes/${list}${slash}?q=x`);
			expect(headers.location).toBe(`/${user.accountName}/other/${list}?q=x`);
		}
	},
);

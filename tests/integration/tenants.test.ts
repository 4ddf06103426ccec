import { beforeAll, describe, expect, test } from "vitest";
import { later, MINUTE_MS } from "~/lib/time";
import * as access from "~/models/access.server";
import * as accountNames from "~/models/account-name.server";
import * as apps from "~/models/app.server";
import * as documents from "~/models/document.server";
import * as versions from "~/models/document-version.server";
import * as sessions from "~/models/session.server";
import * as users from "~/models/user.server";
import { clock } from "~/services/clock.server";
import { createApp } from "../factories/app.ts";
import { createDocument } from "../factories/document.ts";
import { createUser, type TestUser } from "../factories/user.ts";
import { stopClock } from "./support/clock.ts";
import { dumpDatabase } from "./support/database.ts";

const NOBODYS = "01a1fd30-0000-7000-8000-000000000000";

type Ids = { appId: string; documentId: string; sessionId: string; request_id: string };
type Attempt = (ids: Ids) => Promise<unknown>;

let owner: TestUser;
let stranger: TestUser;
let ownersApp: access.AppAccess;
let strangersApp: access.AppAccess;
let theirs: Ids;
const nobodys = { appId: NOBODYS, documentId: NOBODYS, sessionId: NOBODYS, request_id: NOBODYS };

beforeAll(async () => {
	[owner, stranger] = [await createUser(), await createUser()];
	ownersApp = await createApp(owner, "Pocket Garden");
	strangersApp = await createApp(stranger, "Other Garden");
	await createDocument(strangersApp, { title: "Privacy Policy" });
	const request_id = crypto.randomUUID();
	const { id } = await documents.publishDocument(ownersApp, {
		title: "Privacy Policy",
		content: "one",
		request_id,
	});
	await documents.updateDocument(ownersApp, id, { title: "Notice", content: "two", revision: 1 });
	await apps.renameApp(ownersApp, "Window Garden");
	theirs = { appId: ownersApp.appId, documentId: id, sessionId: owner.sessionId, request_id };
});

/** The stranger's access with somebody else's app in it, which no middleware would give out. */
function forged(appId: string): access.AppAccess {
	return { ...stranger, appId, app: ownersApp.app };
}

const text = { title: "Stolen", content: "stolen" };

/** Each verb as a stranger would call it: with a forged app, and with one's own app. */
const attempts: Record<string, Attempt> = {
	accessToApp: ({ appId }) => access.accessToApp(stranger, appId),

	renameApp: ({ appId }) => apps.renameApp(forged(appId), "Stolen"),
	trashApp: ({ appId }) => apps.trashApp(stranger, appId),
	readApp: ({ appId }) => apps.readApp(forged(appId)),

	publishDocument: ({ appId }) =>
		documents.publishDocument(forged(appId), { ...text, request_id: NOBODYS }),
	"publishDocument with the owner's request id": ({ appId, request_id }) =>
		documents.publishDocument(forged(appId), { ...text, request_id }),
	updateDocument: ({ appId, documentId }) =>
		documents.updateDocument(forged(appId), documentId, { ...text, revision: 2 }),
	"updateDocument in one's own app": ({ documentId }) =>
		documents.updateDocument(strangersApp, documentId, { ...text, revision: 2 }),
	deleteDocument: ({ appId, documentId }) => documents.deleteDocument(forged(appId), documentId),
	"deleteDocument in one's own app": ({ documentId }) =>
		documents.deleteDocument(strangersApp, documentId),
	readDocument: ({ appId, documentId }) => documents.readDocument(forged(appId), documentId),
	"readDocument in one's own app": ({ documentId }) =>
		documents.readDocument(strangersApp, documentId),
	listDocuments: ({ appId }) => documents.listDocuments(forged(appId)),

	listVersions: ({ appId, documentId }) => versions.listVersions(forged(appId), documentId),
	"listVersions in one's own app": ({ documentId }) =>
		versions.listVersions(strangersApp, documentId),
	readVersion: ({ appId, documentId }) => versions.readVersion(forged(appId), documentId, 1),
	"readVersion in one's own app": ({ documentId }) =>
		versions.readVersion(strangersApp, documentId, 1),
	restoreVersion: ({ appId, documentId }) => versions.restoreVersion(forged(appId), documentId, 1),
	"restoreVersion in one's own app": ({ documentId }) =>
		versions.restoreVersion(strangersApp, documentId, 1),

	rollSession: ({ sessionId }) => sessions.rollSession({ ...stranger, sessionId }),
	signOut: ({ sessionId }) => sessions.signOut({ ...stranger, sessionId }),
};

/** Verbs that take no id of anybody's: what they touch is the caller's own, or everybody's. */
const withoutIds = [
	"createApp",
	"listApps",
	"findAppIdBySlug",
	"previewDocument",
	"ownDocument",
	"forgetDeletedDocuments",
	"checkAccountName",
	"saveAccountName",
	"signIn",
	"openSession",
	"accessForSession",
	"forgetOldSessions",
	"signUp",
	"requestConfirmation",
	"readConfirmation",
	"confirmEmail",
	"requestPasswordReset",
	"readPasswordReset",
	"resetPassword",
	"dismissGuide",
	"isGuideDismissed",
];

/** What a caller can tell apart: an answer, or the kind of a failure. */
async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
	try {
		return { answer: await work };
	} catch (error) {
		const { name, code } = error as { name: string; code?: string };
		return { name, code };
	}
}

describe("a stranger", () => {
	test.each(Object.keys(attempts))(
		"changes nothing and learns nothing by %s with another's ids",
		async (verb) => {
			const attempt = attempts[verb];
			if (!attempt) throw new Error(`No attempt is named ${verb}`);
			// Late enough for a session to be rolled, so that only ownership can refuse.
			stopClock(later(clock.now(), 2 * 24 * 60 * MINUTE_MS));
			const before = dumpDatabase();
			const outcome = await outcomeOf(attempt(theirs));
			expect(dumpDatabase()).toEqual(before);
			expect(outcome).toEqual(await outcomeOf(attempt(nobodys)));
			expect(JSON.stringify(outcome)).not.toContain("Notice");
		},
	);

	test("sees only what is their own in every list", async () => {
		expect((await apps.listApps(stranger)).map(({ id }) => id)).toEqual([strangersApp.appId]);
		expect(await apps.findAppIdBySlug(stranger, "window-garden")).toBeNull();
		expect(await apps.findAppIdBySlug(stranger, "pocket-garden")).toBeNull();
	});

	test("changes only their own rows by verbs that take no id", async () => {
		const of = (dump: Record<string, unknown[]>) =>
			Object.values(dump)
				.flat()
				.filter((row) => JSON.stringify(row).includes(owner.userId));
		const before = of(dumpDatabase());
		await users.dismissGuide(stranger);
		await accountNames.saveAccountName(stranger, "renamed-stranger");
		await apps.createApp(stranger, { name: "Window Garden", request_id: theirs.request_id });
		expect(of(dumpDatabase())).toEqual(before);
		expect(before.length).toBeGreaterThan(0);
	});
});

test("the owner can do what the stranger can't", async () => {
	const { documentId } = theirs;
	expect(await documents.readDocument(ownersApp, documentId)).toMatchObject({ title: "Notice" });
	expect(await versions.listVersions(ownersApp, documentId)).toHaveLength(2);
	expect(await versions.restoreVersion(ownersApp, documentId, 1)).toBe(true);
	expect(await apps.renameApp(ownersApp, "Roof Garden")).toEqual({ documents: 1, forms: 0 });
	expect(await documents.deleteDocument(ownersApp, documentId)).toBe("Privacy Policy");
	expect(await apps.trashApp(owner, ownersApp.appId)).toBe("Roof Garden");
	await sessions.signOut(owner);
	expect(await sessions.accessForSession(owner.token)).toBeNull();
});

test("no verb of these models is left out above", () => {
	const modules = [access, accountNames, apps, documents, versions, sessions, users];
	const exported = modules
		.flatMap((module) => Object.entries(module) as [string, unknown][])
		.filter(([name, value]) => typeof value === "function" && /^[a-z]/.test(name))
		.map(([name]) => name);
	const covered = new Set([...Object.keys(attempts), ...withoutIds]);
	expect(exported.filter((name) => !covered.has(name))).toEqual([]);
});

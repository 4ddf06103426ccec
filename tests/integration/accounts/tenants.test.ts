import { beforeAll, describe, expect, test } from "vitest";
import * as access from "#app/accounts/access.server.ts";
import * as accountDeletions from "#app/accounts/account-deletion.server.ts";
import * as accountExports from "#app/accounts/account-export.server.ts";
import * as accountNames from "#app/accounts/account-name/account-name.server.ts";
import * as askedLinks from "#app/accounts/asked-link.server.ts";
import * as confirmations from "#app/accounts/confirmation.server.ts";
import * as emailChanges from "#app/accounts/email-change.server.ts";
import * as otherSessions from "#app/accounts/other-sessions.server.ts";
import * as passwords from "#app/accounts/passwords/password.server.ts";
import * as passwordResets from "#app/accounts/passwords/password-reset.server.ts";
import * as profiles from "#app/accounts/profile.server.ts";
import * as published from "#app/accounts/published.sql.ts";
import * as sessions from "#app/accounts/session.server.ts";
import * as users from "#app/accounts/user.server.ts";
import * as apps from "#app/apps/app.server.ts";
import * as appList from "#app/apps/app-list.sql.ts";
import * as appRestorations from "#app/apps/app-restoration.server.ts";
import * as progress from "#app/apps/progress.sql.ts";
import * as conversations from "#app/conversations/conversation.server.ts";
import * as conversationAccess from "#app/conversations/conversation-access.server.ts";
import * as conversationSessions from "#app/conversations/conversation-session.server.ts";
import * as bulk from "#app/conversations/inbox/bulk.server.ts";
import * as notifications from "#app/conversations/inbox/notifications.server.ts";
import * as internalNotes from "#app/conversations/internal-note.server.ts";
import * as mailRefusals from "#app/conversations/refusal-of-mail.server.ts";
import * as savedReplies from "#app/conversations/saved-reply.server.ts";
import * as submissions from "#app/conversations/submission.server.ts";
import * as details from "#app/conversations/submission-details.server.ts";
import * as lists from "#app/conversations/submission-list.server.ts";
import * as deletionPages from "#app/deletion-requests/deletion-page.server.ts";
import * as documents from "#app/documents/document.server.ts";
import * as documentDeletions from "#app/documents/document-deletion.server.ts";
import * as documentLists from "#app/documents/document-list.server.ts";
import * as documentPages from "#app/documents/document-page.server.ts";
import * as versions from "#app/documents/document-version.server.ts";
import * as drafts from "#app/documents/drafts/draft.server.ts";
import * as withdrawals from "#app/documents/versions/withdrawal.server.ts";
import * as forms from "#app/forms/form.server.ts";
import * as formRestorations from "#app/forms/form-restoration.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { everyRowOf, withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import { createConversation, submissionsOf } from "../../kit/world/conversation.ts";
import { deletionTexts } from "../../kit/world/deletion.ts";
import { createDocument } from "../../kit/world/document.ts";
import { CONTACT_FIELDS, createContactForm } from "../../kit/world/form.ts";
import { createUser, PASSWORD, type TestUser } from "../../kit/world/user.ts";

const NOBODYS = "01a1fd30-0000-7000-8000-000000000000";

type Ids = Awaited<ReturnType<typeof createRows>>;

let owner: TestUser;
let stranger: TestUser;
let ownersApp: access.AppAccess;
let strangersApp: access.AppAccess;
let strangersTalk: Awaited<ReturnType<typeof createConversation>>;
let theirs: Ids;
let nobodys: Ids;

beforeAll(async () => {
	[owner, stranger] = [await createUser(), await createUser()];
	ownersApp = await createApp(owner, "Pocket Garden");
	strangersApp = await createApp(stranger, "Other Garden");
	await createDocument(strangersApp, { title: "Privacy Policy" });
	strangersTalk = await createConversation(strangersApp, await createContactForm(strangersApp));
	theirs = await createRows();
	nobodys = Object.fromEntries(Object.keys(theirs).map((name) => [name, NOBODYS])) as Ids;
});

/** Creates what the owner has. Returns the ids of it. */
async function createRows() {
	const request_id = crypto.randomUUID();
	const { id } = await documents.publishDocument(ownersApp, {
		title: "Privacy Policy",
		content: "one",
		request_id,
	});
	await documents.updateDocument(ownersApp, id, { title: "Notice", content: "two", revision: 1 });
	const draft = await drafts.saveDraft(ownersApp, draftSave({ documentId: id, base: 2 }), {
		...draftText,
		title: "Notice of a draft",
	});
	await createContactForm(ownersApp, { title: "Notice of a fault" });
	const formRequestId = crypto.randomUUID();
	const content = { title: "Notice", description: "", fields: CONTACT_FIELDS };
	const form = await forms.publishForm(ownersApp, { ...content, request_id: formRequestId });
	const talk = await createConversation(ownersApp, { slug: "notice" }, { message: "Notice me" });
	await savedReplies.saveReply(owner, { title: "Notice", text: "Noticed" });
	await apps.renameApp(ownersApp, "Window Garden");
	await apps.saveContactEmail(ownersApp, "Notice@example.com");
	await deletionPages.saveDeletionPage(ownersApp, deletionTexts({ steps: "Notice" }));
	const [reply] = await savedReplies.listSavedReplies(owner);
	return {
		appId: ownersApp.appId,
		documentId: id,
		draftId: draft?.id ?? "",
		formId: form.id,
		formRequestId,
		submissionId: talk.id,
		replyId: reply?.id ?? "",
		sessionId: owner.sessionId,
		request_id,
	};
}

/** The stranger's access with somebody else's app in it, which no middleware would give out. */
function forged(appId: string): access.AppAccess {
	return { ...stranger, appId, app: ownersApp.app };
}

const text = { title: "Stolen", content: "stolen" };
const draftText = { ...text, slug: "", effective_on: "", note: "" };

/** A save by a script, which begins no draft in place of one that it can't find. */
function draftSave(change: Partial<drafts.DraftSave>): drafts.DraftSave {
	const known = { documentId: null, draft: null, base: 0 };
	return { ...known, requestId: NOBODYS, isAuto: true, ...change };
}
const formText = { title: "Stolen", description: "", fields: CONTACT_FIELDS };

async function collect(rows: AsyncIterable<unknown>): Promise<unknown[]> {
	const all = [];
	for await (const row of rows) all.push(row);
	return all;
}

/** Each verb that takes the id of a thing in an app. */
const attemptsInApp: Record<string, (app: access.AppAccess, ids: Ids) => Promise<unknown>> = {
	updateDocument: (app, { documentId }) =>
		documents.updateDocument(app, documentId, { ...text, revision: 2 }),
	deleteDocument: (app, { documentId }) => documentDeletions.deleteDocument(app, documentId),
	restoreDocument: (app, { documentId }) => documentDeletions.restoreDocument(app, documentId),
	readDocument: (app, { documentId }) => documents.readDocument(app, documentId),
	listVersions: (app, { documentId }) => versions.listVersions(app, documentId),
	countVersions: (app, { documentId }) => versions.countVersions(app, documentId),
	listVersionNumbers: (app, { documentId }) => versions.listVersionNumbers(app, documentId, 10),
	readVersion: (app, { documentId }) => versions.readVersion(app, documentId, 1),
	restoreVersion: (app, { documentId }) => versions.restoreVersion(app, documentId, 1),
	numberBefore: (app, { documentId }) => versions.numberBefore(app, documentId, 2),
	setWithdrawn: async (app, { documentId }) =>
		(await withdrawals.setWithdrawn(app, documentId, { revision: 1, isWithdrawn: true })) || null,
	openHistory: (app, { documentId }) => withdrawals.openHistory(app, documentId),

	readDraft: (app, { draftId }) => drafts.readDraft(app, draftId),
	readDraftOf: (app, { documentId }) => drafts.readDraftOf(app, documentId),
	discardDraft: (app, { draftId }) => drafts.discardDraft(app, { id: draftId, revision: 1 }),
	saveDraft: (app, { draftId }) =>
		drafts.saveDraft(app, draftSave({ draft: { id: draftId, revision: 1 } }), draftText),
	"saveDraft of a document": (app, { documentId }) =>
		drafts.saveDraft(app, draftSave({ documentId, base: 2 }), draftText),

	updateForm: (app, { formId }) => forms.updateForm(app, formId, { ...formText, revision: 1 }),
	deleteForm: (app, { formId }) => forms.deleteForm(app, formId),
	restoreForm: (app, { formId }) => formRestorations.restoreForm(app, formId),
	readForm: (app, { formId }) => forms.readForm(app, formId),
	findFormTitle: (app, { formId }) => forms.findFormTitle(app, formId),

	"listSubmissions of a form": async (app, { formId }) => lists.listSubmissions(app, { formId }),
	"eachSubmission of a form": (app, { formId }) => collect(lists.eachSubmission(app, formId)),
	"eachListed of a form": (app, { formId }) => collect(lists.eachListed(app, { formId })),
};

/** Each verb as a stranger would call it. */
const attempts: Record<string, (ids: Ids) => Promise<unknown>> = {
	...Object.fromEntries(
		Object.entries(attemptsInApp).flatMap(([verb, attempt]) => [
			[verb, (ids: Ids) => attempt(forged(ids.appId), ids)],
			[`${verb} in one's own app`, (ids: Ids) => attempt(strangersApp, ids)],
		]),
	),
	accessToApp: ({ appId }) => access.accessToApp(stranger, appId),

	renameApp: ({ appId }) => apps.renameApp(forged(appId), "Stolen"),
	saveContactEmail: ({ appId }) => apps.saveContactEmail(forged(appId), "stranger@example.com"),
	trashApp: ({ appId }) => apps.trashApp(stranger, appId),
	restoreOwnApp: ({ appId }) => appRestorations.restoreOwnApp(stranger, appId),
	listDeletedDocuments: ({ appId }) => documentDeletions.listDeletedDocuments(forged(appId), 1),
	listDeletedForms: ({ appId }) => formRestorations.listDeletedForms(forged(appId), 1),
	readApp: ({ appId }) => apps.readApp(forged(appId)),
	findDeletionPage: ({ appId }) => deletionPages.findDeletionPage(forged(appId)),
	saveDeletionPage: ({ appId }) =>
		deletionPages.saveDeletionPage(forged(appId), deletionTexts({ revision: 1, steps: "Stolen" })),
	closeDeletionPage: ({ appId }) => deletionPages.closeDeletionPage(forged(appId)),
	reopenDeletionPage: ({ appId }) => deletionPages.reopenDeletionPage(forged(appId)),

	publishDocument: ({ appId }) =>
		documents.publishDocument(forged(appId), { ...text, request_id: NOBODYS }),
	"publishDocument with the owner's request id": ({ appId, request_id }) =>
		documents.publishDocument(forged(appId), { ...text, request_id }),
	listDocuments: ({ appId }) => documentLists.listDocuments(forged(appId)),
	listDrafts: ({ appId }) => drafts.listDrafts(forged(appId)),
	readNewestDraft: ({ appId }) => drafts.readNewestDraft(forged(appId)),
	countDocuments: async ({ appId }) => documentLists.countDocuments(forged(appId)),

	publishForm: ({ appId }) =>
		forms.publishForm(forged(appId), { ...formText, request_id: NOBODYS }),
	"publishForm with the owner's request id": ({ appId, formRequestId }) =>
		forms.publishForm(forged(appId), { ...formText, request_id: formRequestId }),
	listForms: ({ appId }) => forms.listForms(forged(appId)),
	countForms: async ({ appId }) => forms.countForms(forged(appId)),

	listSubmissions: async ({ appId }) => lists.listSubmissions(forged(appId), {}),
	"listSubmissions of all apps within another's": async ({ appId }) =>
		lists.listSubmissions(stranger, { within: appId, tab: "all" }),
	"listSubmissions that wait": async ({ appId }) =>
		lists.listSubmissions(forged(appId), { tab: "waiting" }),
	"listSubmissions with a search": async ({ appId }) =>
		lists.listSubmissions(forged(appId), { query: "Notice me" }),
	"listSubmissions with a short search": async ({ appId }) =>
		lists.listSubmissions(forged(appId), { query: "@" }),
	"listSubmissions with a tag": async ({ appId }) =>
		lists.listSubmissions(forged(appId), { tag: "Notice" }),
	setStatus: ({ submissionId }) => bulk.setStatus(stranger, [submissionId], "closed"),
	addTags: ({ submissionId }) => bulk.addTags(stranger, [submissionId], ["stolen"]),
	listSelected: ({ submissionId }) => bulk.listSelected(stranger, [submissionId]),
	deleteSubmissions: ({ submissionId }) => bulk.deleteSubmissions(stranger, [submissionId]),
	eachSubmission: ({ appId }) => collect(lists.eachSubmission(forged(appId))),
	eachListed: ({ appId }) => collect(lists.eachListed(forged(appId), {})),

	accessToAnswer: ({ submissionId }) => conversationAccess.accessToAnswer(stranger, submissionId),
	accessByToken: ({ submissionId }) =>
		conversationAccess.accessByToken(submissionId + strangersTalk.token.slice(submissionId.length)),
	readVerification: ({ submissionId }) =>
		submissions.readVerification(submissionId, strangersTalk.link.token),
	verifySubmission: ({ submissionId }) =>
		submissions.verifySubmission(submissionId, strangersTalk.link.token),
	disownSubmission: ({ submissionId }) =>
		mailRefusals.disownSubmission(submissionId, strangersTalk.link.token),
	requestNewLink: ({ submissionId }) =>
		conversationSessions.requestNewLink(submissionId, strangersTalk.link.token),
	resumeSession: ({ submissionId }) =>
		conversationSessions.resumeSession(submissionId, strangersTalk.link.token, "a mark"),
	readExtension: ({ submissionId }) =>
		conversationSessions.readExtension(submissionId, strangersTalk.link.token),
	extendSession: ({ submissionId }) =>
		conversationSessions.extendSession(submissionId, strangersTalk.link.token),

	readReply: ({ replyId }) => savedReplies.readReply(stranger, replyId),
	updateReply: ({ replyId }) =>
		savedReplies.updateReply(stranger, replyId, { title: "Stolen", text: "Stolen" }),
	deleteReply: ({ replyId }) => savedReplies.deleteReply(stranger, replyId),

	rollSession: ({ sessionId }) => sessions.rollSession({ ...stranger, sessionId }),
	endSession: ({ sessionId }) => otherSessions.endSession(stranger, sessionId, PASSWORD),
	signOut: ({ sessionId }) => sessions.signOut({ ...stranger, sessionId }),
};

/** Verbs that take no id of anybody's: what they touch is the caller's own, or everybody's. */
const withoutIds = [
	"accessToAdministrate",
	"requireRoleNow",
	"countUsers",
	"createApp",
	"listApps",
	"countApps",
	"readProgress",
	"findAppIdBySlug",
	"renderDocument",
	"asRenderRefusal",
	"ownDocument",
	"forgetDeletedDocuments",
	"checkAccountName",
	"saveAccountName",
	"signIn",
	"openSession",
	"accessForSession",
	"forgetOldSessions",
	"endSessionOf",
	"renewedToken",
	"signUp",
	"forgetUnconfirmedAccounts",
	"requestConfirmation",
	"readConfirmation",
	"mayConfirm",
	"confirmEmail",
	"requestPasswordReset",
	"readPasswordReset",
	"resetPassword",
	"dismissGuide",
	"parseFields",
	"hasMadeForm",
	"suggestAccountName",
	"submitForm",
	"excerptOf",
	"forgetUnverifiedSubmissions",
	"stateOf",
	"isRefusalProof",
	"refuseAllForms",
	"canAllowMail",
	"allowMail",
	"isSessionOpen",
	"msUntil",
	"saveReply",
	"listSavedReplies",
	"readSavedReplies",
	"listReplyTitles",
	"fillReply",
	"exportAccount",
	"deleteAccount",
	"countPublished",
	"deletionReceipt",
	"wasDeleted",
	"listSessions",
	"isFresh",
	"renewSession",
	"tokenAfterRenewal",
	"endOtherSessions",
	"readNotifications",
	"saveNotifications",
	"readProfile",
	"updateProfile",
	"provePassword",
	"changePassword",
	"requestEmailChange",
	"readEmailChange",
	"confirmEmailChange",
	"askForProof",
];

/** Verbs whose access value names the one conversation: accessToAnswer or accessByToken made it. */
const byOneConversation = [
	"mayRead",
	"giveReason",
	"readConversation",
	"sessionMsLeft",
	"writeAsVisitor",
	"writeAsOwner",
	"requestSession",
	"extendOpenSession",
	"readSubmission",
	"readNames",
	"notesBetween",
	"readNote",
	"writeNote",
	"deleteNote",
	"updateSubmission",
];

/** Helpers that only models call, with ids that the caller's access has found before. */
const ofOtherVerbs = [
	"isLastSuperAdmin",
	"limitClient",
	"countAsked",
	"mailLink",
	"countRoom",
	"refuseOverLimit",
	"freeSlug",
	"requireActiveApp",
	"countSubmissions",
	"mailOwner",
	"mailPasswordChanged",
	"mailSessionLink",
	"mailVerification",
	"markVerified",
	"addVisitorsWords",
	"addOwnersWords",
	"addOwnersReply",
	"setResolved",
	// It compares what readVersion returned.
	"compareOwnVersions",
	// Its id comes from a receipt that the server sealed.
	"sendLinkAgain",
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
	test.each(Object.entries(attempts))(
		"changes nothing and learns nothing by %s with another's ids",
		async (_verb, attempt) => {
			// Late enough for a session to be rolled, so that only ownership can refuse.
			stopClock(later(clock.now(), 2 * DAY_MS));
			const outcome = await withoutChange(() => outcomeOf(attempt(theirs)));
			expect(outcome).toEqual(await outcomeOf(attempt(nobodys)));
			expect(JSON.stringify(outcome)).not.toContain("Notice");
		},
	);

	test("sees only what is their own in every list", async () => {
		expect((await appList.listApps(stranger)).map(({ id }) => id)).toEqual([strangersApp.appId]);
		expect(await apps.findAppIdBySlug(stranger, "window-garden")).toBeNull();
		expect(await apps.findAppIdBySlug(stranger, "pocket-garden")).toBeNull();
		expect(await savedReplies.listSavedReplies(stranger)).toEqual([]);
		expect(await progress.readProgress(stranger)).toMatchObject({ appId: strangersApp.appId });
		expect(await submissionsOf(strangersApp)).toMatchObject([{ id: strangersTalk.id }]);
	});

	test("changes only their own rows by verbs that take no id", async () => {
		const before = everyRowOf([owner.userId]);
		await users.dismissGuide(stranger);
		await accountNames.saveAccountName(stranger, "renamed-stranger");
		await savedReplies.saveReply(stranger, { title: "Notice", text: "Stolen" });
		await profiles.updateProfile(stranger, { full_name: "Stolen", company: "" });
		await otherSessions.endOtherSessions(stranger);
		await apps.createApp(stranger, { name: "Window Garden", request_id: theirs.request_id });
		expect(everyRowOf([owner.userId])).toEqual(before);
		expect(before.length).toBeGreaterThan(0);
	});
});

test("the owner can do what the stranger can't", async () => {
	const { documentId } = theirs;
	expect(await documents.readDocument(ownersApp, documentId)).toMatchObject({ title: "Notice" });
	expect(await versions.listVersions(ownersApp, documentId)).toHaveLength(2);
	expect(await versions.restoreVersion(ownersApp, documentId, 1)).toBe(3);
	const { formId, submissionId, replyId } = theirs;
	expect(await forms.readForm(ownersApp, formId)).toMatchObject({ title: "Notice" });
	expect(lists.listSubmissions(ownersApp, { query: "notice me" })).toMatchObject({
		submissions: [{ id: submissionId }],
	});
	const answerer = await conversationAccess.accessToAnswer(owner, submissionId);
	expect(answerer && (await details.readSubmission(answerer))).toMatchObject({ id: submissionId });
	await savedReplies.deleteReply(owner, replyId);
	expect(await savedReplies.listSavedReplies(owner)).toEqual([]);
	expect(await apps.renameApp(ownersApp, "Roof Garden")).toEqual({ documents: 1, forms: 2 });
	await apps.saveContactEmail(ownersApp, null);
	expect(await apps.readApp(ownersApp)).toMatchObject({ contactEmail: null });
	expect(await forms.deleteForm(ownersApp, formId)).toBe("Notice");
	expect(await documentDeletions.deleteDocument(ownersApp, documentId)).toBe("Privacy Policy");
	expect(await apps.trashApp(owner, ownersApp.appId)).toBe("Roof Garden");
	await sessions.signOut(owner);
	expect(await sessions.accessForSession(owner.token)).toBeNull();
});

test("no verb of these models is left out above", () => {
	const modules = [
		access,
		accountDeletions,
		published,
		accountExports,
		accountNames,
		apps,
		appList,
		documents,
		documentDeletions,
		documentLists,
		documentPages,
		versions,
		drafts,
		withdrawals,
		forms,
		lists,
		bulk,
		notifications,
		details,
		submissions,
		conversations,
		deletionPages,
		internalNotes,
		conversationAccess,
		conversationSessions,
		progress,
		savedReplies,
		sessions,
		otherSessions,
		askedLinks,
		confirmations,
		passwordResets,
		users,
		profiles,
		passwords,
		emailChanges,
	];
	const exported = modules
		.flatMap((module) => Object.entries(module) as [string, unknown][])
		.filter(([name, value]) => typeof value === "function" && /^[a-z]/.test(name))
		.map(([name]) => name);
	const covered = new Set([
		...Object.keys(attempts),
		...withoutIds,
		...byOneConversation,
		...ofOtherVerbs,
	]);
	expect(exported.filter((name) => !covered.has(name))).toEqual([]);
});

import { grantPlan } from "#app/admin/administration.server.ts";
import { listSavedReplies, saveReply } from "#app/conversations/saved-reply.server.ts";
import { updateDocument } from "#app/documents/document.server.ts";
import { writeSessionToken } from "#app/http/cookies.server.ts";
import { openTill } from "../stand-ins/till.ts";
import { createApp } from "./app.ts";
import { openDeletionPage } from "./deletion.ts";
import { createDeletionRequest } from "./deletion-request.ts";
import { createDocument } from "./document.ts";
import { createDraft } from "./draft.ts";
import { createForm } from "./form.ts";
import { createNote } from "./note.ts";
import { createSubmission } from "./submission.ts";
import { createSupportSubmission } from "./support.ts";
import { createUser, type TestUser } from "./user.ts";

/** The file of this test's database, for the server and for dumps. */
export const databaseFile = (process.env.DATABASE_URL ?? "").replace("file:", "");

export type World = Awaited<ReturnType<typeof createWorld>>;

/**
 * Creates a user on Pro with something behind every address: an app, a document of two versions, a
 * draft, a form, a deletion page with a request, an open conversation with an internal note, an
 * unverified submission, a saved reply, a message to support, and a checkout and a portal at the
 * local till.
 */
export async function createWorld(
	traits: Parameters<typeof createUser>[0] = {},
	names: { app?: string; form?: string } = {},
) {
	const user = await createUser(traits);
	await grantPlan(user.email, "pro");
	const app = await createApp(user, names.app);
	const earliest = `## What we collect\n\nNothing, says ${user.userId}.`;
	const first = await createDocument(app, { content: earliest });
	const newest = `## What we collect\n\nYour e-mail address, says ${user.userId}.`;
	await updateDocument(app, first.id, { title: first.title, content: newest, revision: 1 });
	const document = { ...first, revision: 2, newest };
	const draft = await createDraft(app, { content: `Not ready, says ${user.userId}.` });
	const form = await createForm(app, { title: names.form });
	await openDeletionPage(app);
	const submission = await createSubmission(form);
	const note = await createNote(user, submission.id);
	const unverified = await createSubmission(form, { verified: false });
	const deletion = await createDeletionRequest(app);
	await saveReply(user, { title: "Thanks", text: `Thank you, ${user.userId}.` });
	const [savedReply] = await listSavedReplies(user);
	if (!savedReply) throw new Error("The new saved reply is not there");
	const supportSubmission = await createSupportSubmission({ userId: user.userId });
	let till: ReturnType<typeof openTill> | undefined;
	return {
		user,
		app,
		document,
		draft,
		form,
		submission,
		note,
		unverified,
		deletion,
		savedReply,
		supportSubmission,
		/** Made on first use, because the till writes its whole ledger each time. */
		till: () => {
			till ??= openTill(user.email);
			return till;
		},
		cookie: await cookieOf(user),
	};
}

/** Returns the Cookie header of a signed-in user, in local mode. */
export async function cookieOf({ token }: Pick<TestUser, "token">): Promise<string> {
	return (await writeSessionToken(token)).split(";")[0] as string;
}

/** The addresses of the stand-ins' pages, in local mode. */
export const LOCAL_PATTERNS = [
	"/local/mailbox",
	"/local/mailbox/:mailId",
	"/local/till",
	"/local/till/checkout/:checkoutId",
	"/local/till/portal/:portalId",
];

/** Returns the address of a route's pattern in this world. */
export function addressOf(pattern: string, world: World): string {
	const { user, app, document, draft, form, submission, note, deletion } = world;
	const { supportSubmission, till } = world;
	const params: Record<string, string> = {
		userId: user.userId,
		appId: app.appId,
		documentId: document.id,
		draftId: draft.id,
		revision: "1",
		range: "1-2",
		accountSlug: user.accountName ?? "",
		appName: app.app.slug,
		documentSlug: document.slug,
		formId: form.id,
		formSlug: form.slug,
		submissionId: submission.id,
		noteId: String(note.id),
		supportSubmissionId: supportSubmission.id,
		conversationToken: submission.token,
		mailId: crypto.randomUUID(),
		number: String(deletion.number),
		token: pattern.startsWith("/deletion-status/") ? deletion.token : "nobody.0123",
		...(pattern.startsWith("/local/till/") && {
			checkoutId: till().checkoutId,
			portalId: till().portalId,
		}),
	};
	return pattern.replace("/*", "/no/such/page/here").replace(/:(\w+)/g, (_, name: string) => {
		const value = params[name];
		if (value === undefined) throw new Error(`tests/kit/world/world.ts knows no :${name}`);
		return value;
	});
}

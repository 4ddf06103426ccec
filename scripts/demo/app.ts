import { type AppAccess, accessToApp, type UserAccess } from "#app/accounts/access.server.ts";
import { createApp, readApp, saveContactEmail } from "#app/apps/app.server.ts";
import { publishDocument, readDocument, updateDocument } from "#app/documents/document.server.ts";
import { requestId } from "./request-id.ts";

/** Creates an app, or opens the one from an earlier run. */
export async function openApp(
	access: UserAccess,
	name: string,
	number: string,
): Promise<AppAccess> {
	const { id } = await createApp(access, { name, request_id: requestId(number) });
	const app = await accessToApp(access, id);
	if (!app) throw new Error(`${name} is in the trash. Please restore it first.`);
	return app;
}

/** Sets an app's contact address, unless it has one. */
export async function giveContact(app: AppAccess, email: string): Promise<void> {
	const { contactEmail } = await readApp(app);
	if (contactEmail === null) await saveContactEmail(app, email);
}

/** Publishes a document once. Returns its id. */
export async function publish(
	app: AppAccess,
	title: string,
	content: string,
	number: string,
): Promise<string> {
	const { id } = await publishDocument(app, { title, content, request_id: requestId(number) });
	return id;
}

/** Saves a second version, unless somebody has changed the document since. */
export async function improve(app: AppAccess, documentId: string, content: string): Promise<void> {
	const document = await readDocument(app, documentId);
	if (document?.revision !== 1) return;
	await updateDocument(app, documentId, { title: document.title, content, revision: 1 });
}

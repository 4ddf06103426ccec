import { writeSessionToken } from "~/lib/cookies.server";
import { updateDocument } from "~/models/document.server";
import { createApp } from "../factories/app.ts";
import { createDocument } from "../factories/document.ts";
import { createUser, type TestUser } from "../factories/user.ts";

/** The file of this test's database, for the server and for dumps. */
export const databaseFile = (process.env.DATABASE_URL ?? "").replace("file:", "");

export type World = Awaited<ReturnType<typeof createWorld>>;

/** A user with an app and a document of two versions: something behind every address. */
export async function createWorld(traits: Parameters<typeof createUser>[0] = {}) {
	const user = await createUser(traits);
	const app = await createApp(user);
	const first = await createDocument(app);
	await updateDocument(app, first.id, {
		title: first.title,
		content: "## What we collect\n\nYour e-mail address.",
		revision: 1,
	});
	const document = { ...first, revision: 2 };
	return { user, app, document, cookie: await cookieOf(user) };
}

/** The Cookie header of somebody who is signed in, in local mode. */
export async function cookieOf({ token }: Pick<TestUser, "token">): Promise<string> {
	return (await writeSessionToken(token)).split(";")[0] as string;
}

/** The address of a route's pattern in this world. */
export function addressOf(pattern: string, { user, app, document }: World): string {
	const params: Record<string, string> = {
		appId: app.appId,
		documentId: document.id,
		revision: "1",
		accountSlug: user.accountName ?? "",
		appName: app.app.slug,
		documentSlug: document.slug,
		mailId: crypto.randomUUID(),
	};
	return pattern.replace("/*", "/no/such/page/here").replace(/:(\w+)/g, (_, name: string) => {
		const value = params[name];
		if (value === undefined) throw new Error(`tests/setup/world.ts knows no :${name}`);
		return value;
	});
}

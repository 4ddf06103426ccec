import { type AppAccess, accessToApp, type UserAccess } from "#app/accounts/access.server.ts";
import { createApp as create } from "#app/apps/app.server.ts";

let count = 0;

/** Creates an app of the user's. Returns the owner's access to it. */
export async function createApp(access: UserAccess, name?: string): Promise<AppAccess> {
	count += 1;
	const { id } = await create(access, {
		name: name ?? `App ${count} of ${process.pid}`,
		request_id: crypto.randomUUID(),
	});
	const app = await accessToApp(access, id);
	if (!app) throw new Error("The new app is not there");
	return app;
}

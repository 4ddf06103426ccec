import type { AppAccess } from "#app/accounts/access.server.ts";
import { publicUrl } from "#app/addresses/address.server.ts";
import { countWaiting } from "#app/conversations/waiting.sql.ts";
import { paths } from "#app/paths.ts";
import type { ShownApp } from "./components/app-nav.tsx";

/** Returns what the navigation of an app's pages shows of it. */
export function readShownApp(access: AppAccess): ShownApp {
	const { appId, app, accountName } = access;
	return {
		...app,
		appId,
		accountName,
		url: accountName && publicUrl(paths.visitor.app(accountName, app.slug)),
		waiting: countWaiting(access, appId),
	};
}

import { redirect } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/redirect";

/** /app/{appId}/documents leads to the app's list, which stands at its public address. */
export function loader({ context }: Route.LoaderArgs) {
	const { accountName, app } = context.get(appContext);
	return redirect(accountName ? paths.document.list(accountName, app.slug) : paths.account.name);
}

/** Makes this a page, so that a refusal is a page too. */
export default function DocumentsRedirect() {
	return null;
}

import { redirect } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/redirect";

/** Redirects /app/{appId}/documents to the list, which is below the app's public address. */
export function loader({ context }: Route.LoaderArgs) {
	const { accountName, app } = context.get(appContext);
	return redirect(accountName ? paths.document.list(accountName, app.slug) : paths.account.name);
}

/** A route with a component shows errors as a page. */
export default function DocumentsRedirect() {
	return null;
}

import { redirect } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { endOtherSessions, endSession } from "#app/accounts/session.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { readForm, unknownButton } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/sessions";

/** For a GET of the form's address, by hand or after signing in. */
export function loader() {
	return redirect(paths.account.settings);
}

/** Signs out one other browser, or all of them. */
export async function action({ request, context }: Route.ActionArgs) {
	const access = context.get(userContext);
	const session = (await readForm(request)).get("session");
	if (typeof session !== "string" || session === "") throw unknownButton();
	if (session === "others") await endOtherSessions(access);
	else await endSession(access, session);
	return redirectWithFlash(
		paths.account.settings,
		session === "others" ? "Every other browser is signed out." : "That browser is signed out.",
	);
}

/** Makes this route a page, so that a refusal is one too. */
export default function Sessions() {
	return null;
}

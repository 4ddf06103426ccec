import { redirect } from "react-router";
import { readForm } from "#app/http/form.server.ts";
import { safeRedirect } from "#app/http/redirect-to.ts";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/dismissal";

/** Handles a GET of the action's address, typed by hand. */
export function loader() {
	return redirect(paths.home);
}

/** Leads back to the page that showed a message. Its cookie is gone, so the page comes without. */
export async function action({ request }: Route.ActionArgs) {
	const back = (await readForm(request)).get("back");
	return redirect(safeRedirect(typeof back === "string" ? back : null, paths.home), 303);
}

/** A route with a component shows errors as a page. */
export default function Dismissal() {
	return null;
}

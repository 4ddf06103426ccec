import { redirect } from "react-router";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/index";

/** Redirects /app/{appId}/documents/{documentId} to the editor. */
export function loader({ params }: Route.LoaderArgs) {
	return redirect(paths.document.edit(params));
}

/** A route with a component shows errors as a page. */
export default function DocumentIndex() {
	return null;
}

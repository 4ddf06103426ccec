import { redirect } from "react-router";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/index";

/** /app/{appId}/documents/{documentId} leads to the editor. */
export function loader({ params }: Route.LoaderArgs) {
	return redirect(paths.document.edit(params));
}

/** Makes this a page, so that a refusal is a page too. */
export default function DocumentIndex() {
	return null;
}

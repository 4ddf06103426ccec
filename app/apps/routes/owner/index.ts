import { redirect } from "react-router";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/index";

/** /app/{appId} leads to the app's settings. */
export function loader({ params }: Route.LoaderArgs) {
	return redirect(paths.app.settings(params));
}

/** Makes this a page, so that a refusal is a page too. */
export default function AppIndex() {
	return null;
}

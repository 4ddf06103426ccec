import { redirect } from "react-router";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/index";

/** Redirects /app/{appId} to the app's settings. */
export function loader({ params }: Route.LoaderArgs) {
	return redirect(paths.app.settings(params));
}

/** A route with a component shows errors as a page. */
export default function AppIndex() {
	return null;
}

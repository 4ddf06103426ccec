import { resolveOldForm } from "#app/addresses/address.server.ts";
import { foundPage } from "#app/addresses/resolution.ts";
import type { Route } from "./+types/old-form";

/** Redirects the old address of a form, /form/{appId}/{formId}, to the present one. */
export async function loader({ params, url }: Route.LoaderArgs) {
	const resolved = await resolveOldForm(params.appId.toLowerCase(), params.formId.toLowerCase());
	return foundPage(resolved, { url, noun: "Form", isOldShape: true });
}

/** A route with a component shows a refusal as a page. */
export default function OldForm() {
	return null;
}

import { resolveOldForm } from "#app/addresses/address.server.ts";
import { foundPage } from "#app/addresses/resolution.ts";
import type { Route } from "./+types/old-form";

/** The older shape of a form's address, /form/{appId}/{formId}, leads to the present one. */
export async function loader({ params, url }: Route.LoaderArgs) {
	const resolved = await resolveOldForm(params.appId.toLowerCase(), params.formId.toLowerCase());
	return foundPage(resolved, { url, noun: "Form", isOldShape: true });
}

/** Makes this a page, so that a refusal is a page too. */
export default function OldForm() {
	return null;
}

import { redirect } from "react-router";
import { MAY_CHANGE_SUPPORT_FORM } from "#app/accounts/admin-role.ts";
import { adminContext, requireRole } from "#app/admin/middleware.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { readForm, unknownButton } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { readSupportForm, setSupportFormActive } from "#app/support/support-form.server.ts";
import { SUPPORT_UNAVAILABLE } from "#app/support/support-form-rules.ts";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
import type { Route } from "./+types/form-state";

const FORM = paths.admin.supportForm;

export const middleware: Route.MiddlewareFunction[] = [requireRole(...MAY_CHANGE_SUPPORT_FORM)];

export async function loader({ context }: Route.LoaderArgs) {
	const form = await readSupportForm(context.get(adminContext));
	if (!form) throw redirect(FORM);
	return { isActive: form.isActive };
}

/** The button sends the wanted state, so a second click changes nothing. */
export async function action({ request, context }: Route.ActionArgs) {
	const state = (await readForm(request)).get("state");
	if (state !== "active" && state !== "inactive") throw unknownButton();
	await setSupportFormActive(context.get(adminContext), state === "active");
	return redirectWithFlash(FORM, "Support form updated successfully");
}

export default function FormState({ loaderData: { isActive } }: Route.ComponentProps) {
	return (
		<Confirmation
			title={isActive ? "Deactivate the support form?" : "Activate the support form?"}
			label={isActive ? "Deactivate" : "Activate"}
			isDangerous={isActive}
			cancelTo={FORM}
			hidden={{ state: isActive ? "inactive" : "active" }}
		>
			{isActive ? (
				<>
					<p>Nobody can send it while it is inactive. /support says:</p>
					<p className="banner">{SUPPORT_UNAVAILABLE}</p>
					<p>
						It also shows the support address. All messages stay, and you can activate the form
						again at any time.
					</p>
				</>
			) : (
				<p>People can then send it at /support.</p>
			)}
		</Confirmation>
	);
}

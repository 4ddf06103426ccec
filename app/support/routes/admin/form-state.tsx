import { Form, redirect } from "react-router";
import { MAY_CHANGE_SUPPORT_FORM } from "#app/accounts/admin-role.ts";
import { adminContext, requireRole } from "#app/admin/middleware.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { readForm, unknownButton } from "#app/http/form.server.ts";
import { readSupportForm, setSupportFormActive } from "#app/support/support-form.server.ts";
import { SUPPORT_UNAVAILABLE } from "#app/support/support-form-rules.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { BackLink } from "#app/ui/frame/back-link.tsx";
import { PageTitle } from "#app/ui/frame/page-title.tsx";
import type { Route } from "./+types/form-state";

const FORM = "/admin/support/form";

export const middleware: Route.MiddlewareFunction[] = [requireRole(...MAY_CHANGE_SUPPORT_FORM)];

export async function loader({ context }: Route.LoaderArgs) {
	const form = await readSupportForm(context.get(adminContext));
	if (!form) throw redirect(FORM);
	return { isActive: form.isActive };
}

/** The button says which state it leads to, so that a second click finds it done. */
export async function action({ request, context }: Route.ActionArgs) {
	const state = (await readForm(request)).get("state");
	if (state !== "active" && state !== "inactive") throw unknownButton();
	await setSupportFormActive(context.get(adminContext), state === "active");
	return redirectWithFlash(FORM, {
		tone: "success",
		text: "Support form updated successfully",
	});
}

export default function FormState({ loaderData: { isActive } }: Route.ComponentProps) {
	const title = isActive ? "Deactivate the support form?" : "Activate the support form?";
	return (
		<div className="stack-l measure">
			<PageTitle title={title} />
			<BackLink to={FORM}>Back</BackLink>
			<h1>{title}</h1>
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
			<Form method="post" className="cluster">
				{isActive ? (
					<Button name="state" value="inactive" variant="danger">
						Deactivate
					</Button>
				) : (
					<Button name="state" value="active" variant="primary">
						Activate
					</Button>
				)}
				<ButtonLink to={FORM}>Cancel</ButtonLink>
			</Form>
		</div>
	);
}

import { publicUrl } from "#app/addresses/address.server.ts";
import { appContext } from "#app/apps/middleware.ts";
import { deleteForm, readForm } from "#app/forms/form.server.ts";
import { formNotFound } from "#app/forms/middleware.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { safeRedirect } from "#app/http/redirect-to.ts";
import { paths } from "#app/paths.ts";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
import type { Route } from "./+types/deletion";

/** A list's link names that list as `redirectTo`: Cancel and the deletion lead back to it. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const form = await readForm(access, params.formId);
	if (!form) throw await formNotFound();
	return {
		back: safeRedirect(url.searchParams.get("redirectTo")),
		title: form.title,
		url: publicUrl(paths.visitor.form(access.accountName ?? "", access.app.slug, form.slug)),
	};
}

/** Without `requireForm`, so that a second click succeeds on the deleted form. */
export async function action({ params, context, url }: Route.ActionArgs) {
	const title = await deleteForm(context.get(appContext), params.formId);
	if (title === null) throw await formNotFound();
	return redirectWithFlash(safeRedirect(url.searchParams.get("redirectTo")), {
		text: "Form deleted successfully",
		undo: { to: paths.form.deleted(params), id: params.formId },
	});
}

export default function DeleteForm({ loaderData }: Route.ComponentProps) {
	return (
		<Confirmation
			isDangerous
			title={`Delete ${loaderData.title}?`}
			label="Delete form"
			cancelTo={loaderData.back}
		>
			<p>The public URL will stop working at once:</p>
			<p className="address">{loaderData.url}</p>
			<p>Its submissions and their conversations stay, and you can bring it back.</p>
		</Confirmation>
	);
}

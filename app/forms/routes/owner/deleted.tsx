import { tellMoved } from "#app/addresses/slug.ts";
import { appContext } from "#app/apps/middleware.ts";
import { listDeletedForms, restoreForm } from "#app/forms/form-restoration.server.ts";
import { formNotFound } from "#app/forms/middleware.ts";
import { redirectWithOutcome } from "#app/http/flash-middleware.ts";
import { readForm } from "#app/http/form.server.ts";
import { readPage, requirePage } from "#app/http/query.ts";
import { safeRedirect } from "#app/http/redirect-to.ts";
import { paths } from "#app/paths.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { DeletedList } from "#app/ui/list/deleted-list.tsx";
import type { Route } from "./+types/deleted";

export async function loader({ context, url }: Route.LoaderArgs) {
	const { app, accountName, ...access } = context.get(appContext);
	const page = readPage(url);
	const { rows: items, hasMore } = await listDeletedForms({ ...access, app, accountName }, page);
	requirePage(url, items);
	return {
		appName: app.name,
		back: paths.form.list(accountName ?? "", app.slug),
		items,
		page,
		hasMore,
	};
}

/** Undo names the page that shows it as `back`. Restore leads to the list where the form is. */
export async function action({ request, context, params }: Route.ActionArgs) {
	const { app, accountName } = context.get(appContext);
	const formData = await readForm(request);
	const id = String(formData.get("id"));
	const list = paths.form.list(accountName ?? "", app.slug);
	const back = safeRedirect(String(formData.get("back")), list);
	return redirectWithOutcome(restore(), back, paths.form.deleted(params));

	async function restore() {
		const restored = await failAs(
			"Failed to restore form. Please try again.",
			restoreForm(context.get(appContext), id),
		);
		if (!restored) throw await formNotFound();
		const { title, moved, renamed } = restored;
		return [
			`${title} is back.`,
			...(renamed ? [`The title "${renamed.from}" was taken in the meantime.`] : []),
			...(moved ? [tellMoved(moved)] : []),
		].join(" ");
	}
}

export default function DeletedForms({ loaderData }: Route.ComponentProps) {
	const { appName, back, ...list } = loaderData;
	return (
		<DeletedList
			{...list}
			title={`Deleted forms of ${appName}`}
			intro={`Forms of ${appName} are kept with their submissions.`}
			back={{ to: back, label: "Forms" }}
			empty="No form of this app was deleted."
		/>
	);
}

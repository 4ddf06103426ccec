import { tellMoved } from "#app/addresses/slug.ts";
import { appContext } from "#app/apps/middleware.ts";
import { listDeletedDocuments, restoreDocument } from "#app/documents/document-deletion.server.ts";
import { documentNotFound } from "#app/documents/middleware.ts";
import { redirectWithOutcome } from "#app/http/flash-middleware.ts";
import { readForm } from "#app/http/form.server.ts";
import { readPage, requirePage } from "#app/http/query.ts";
import { safeRedirect } from "#app/http/redirect-to.ts";
import { paths } from "#app/paths.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { DeletedList } from "#app/ui/list/deleted-list.tsx";
import type { Route } from "./+types/deleted";

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const page = readPage(url);
	const { rows: items, hasMore } = await listDeletedDocuments(access, page);
	requirePage(url, items);
	return { appName: access.app.name, items, page, hasMore };
}

/** Undo names the page that shows it as `back`. Restore leads to the list where the document is. */
export async function action({ request, context, params }: Route.ActionArgs) {
	const formData = await readForm(request);
	const id = String(formData.get("id"));
	const back = safeRedirect(String(formData.get("back")), paths.document.all(params));
	return redirectWithOutcome(restore(), back, paths.document.deleted(params));

	async function restore() {
		const access = context.get(appContext);
		const restored = await failAs(
			"Failed to restore document. Please try again.",
			restoreDocument(access, id),
		);
		if (!restored) throw await documentNotFound(access.appId);
		const { title, moved } = restored;
		return [`${title} is back.`, ...(moved ? [tellMoved(moved)] : [])].join(" ");
	}
}

export default function DeletedDocuments({ loaderData, params }: Route.ComponentProps) {
	return (
		<DeletedList
			{...loaderData}
			title={`Deleted documents of ${loaderData.appName}`}
			intro={`Documents of ${loaderData.appName} are kept for 30 days.`}
			back={{ to: paths.document.all(params), label: "Documents" }}
			empty="No document of this app was deleted in the last 30 days."
		/>
	);
}

import { Link } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { countApps } from "#app/apps/app-list.sql.ts";
import {
	DELETED_APPS_A_PAGE,
	listDeletedApps,
	restoreOwnApp,
	tellRenamed,
} from "#app/apps/app-restoration.server.ts";
import { appNotFound } from "#app/apps/middleware.ts";
import { listAppsWithRequests } from "#app/deletion-requests/requests/waiting-requests.sql.ts";
import { redirectWithOutcome } from "#app/http/flash-middleware.ts";
import { readForm } from "#app/http/form.server.ts";
import { readPage, requirePage } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { DeletedList } from "#app/ui/list/deleted-list.tsx";
import type { Route } from "./+types/deleted";

export async function loader({ context, url }: Route.LoaderArgs) {
	const page = readPage(url);
	const access = context.get(userContext);
	const apps = await listDeletedApps(access, page);
	requirePage(url, apps);
	return {
		items: apps.map(({ name, ...app }) => ({ ...app, title: name })),
		requests: listAppsWithRequests(
			access,
			apps.map(({ id }) => id),
		),
		page,
		hasMore: countApps(access).deleted > page * DELETED_APPS_A_PAGE,
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const id = String((await readForm(request)).get("id"));
	return redirectWithOutcome(restore(), paths.dashboard, paths.dashboardDeleted);

	async function restore() {
		const restored = await failAs(
			"Failed to restore app. Please try again.",
			restoreOwnApp(context.get(userContext), id),
		);
		if (!restored) throw appNotFound();
		return {
			title: "App restored",
			text: [`${restored.name} is back.`, ...tellRenamed(restored)].join(" "),
		};
	}
}

export default function DeletedApps({ loaderData }: Route.ComponentProps) {
	const { items, requests, ...list } = loaderData;
	const waiting = new Map(requests.map((app) => [app.appId, app.waiting]));
	return (
		<DeletedList
			{...list}
			items={items.map((item) => {
				const text = waiting.get(item.id)?.text;
				const to = paths.deletions.list({ appId: item.id });
				return { ...item, note: text && <Link to={to}>{text}</Link> };
			})}
			title="Deleted apps"
			intro="Apps are kept with their documents and forms, for as long as you have the account."
			back={{ to: paths.dashboard, label: "Back to Dashboard" }}
			empty="None of your apps was deleted."
		/>
	);
}

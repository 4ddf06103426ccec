import { userContext } from "#app/accounts/middleware.ts";
import { appContext } from "#app/apps/middleware.ts";
import { SubmissionList } from "#app/conversations/components/submission-list.tsx";
import { readFilter } from "#app/conversations/submission-filter.ts";
import { listSubmissions } from "#app/conversations/submission-list.server.ts";
import { findFormTitle } from "#app/forms/form.server.ts";
import { formNotFound } from "#app/forms/middleware.ts";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/list";

/** Returns the submissions of the account, of one app, or of one form. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
	const filter = { ...readFilter(url), formId: params.formId };
	return {
		...filter,
		...(await readPlace(context, params)),
		...(await listSubmissions(accessOf(context, params), filter)),
	};
}

type Place = Pick<Route.LoaderArgs, "context" | "params">;

function accessOf(context: Place["context"], { appId }: Place["params"]) {
	return appId ? context.get(appContext) : context.get(userContext);
}

/** Returns what the list is of, and where it is exported. */
async function readPlace(context: Place["context"], { appId, formId }: Place["params"]) {
	if (!appId) return { title: "all apps", exportPath: null };
	const access = context.get(appContext);
	if (!formId) {
		return { title: access.app.name, exportPath: paths.submissions.exportOfApp({ appId }) };
	}
	const title = await findFormTitle(access, formId);
	if (title === null) throw await formNotFound();
	return { title, exportPath: paths.submissions.exportOfForm({ appId, formId }) };
}

export default function Submissions({ loaderData }: Route.ComponentProps) {
	return (
		<Page
			title={`Submissions of ${loaderData.title}`}
			heading={loaderData.exportPath ? "Submissions" : "Messages"}
			intro={loaderData.title}
			back={{ to: paths.dashboard, label: "Back to Dashboard" }}
		>
			<SubmissionList {...loaderData} />
		</Page>
	);
}

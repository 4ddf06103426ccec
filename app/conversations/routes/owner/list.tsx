import { appContext } from "#app/apps/middleware.ts";
import { SubmissionList } from "#app/conversations/components/submission-list.tsx";
import { readFilter } from "#app/conversations/submission-filter.ts";
import { listSubmissions } from "#app/conversations/submission-list.server.ts";
import { findFormTitle } from "#app/forms/form.server.ts";
import { formNotFound } from "#app/forms/middleware.ts";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/list";

/** Returns the submissions of one form, or of all forms of the app. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const { appId, formId } = params;
	const title = formId ? await findFormTitle(access, formId) : access.app.name;
	if (title === null) throw await formNotFound();
	const filter = { ...readFilter(url), formId };
	return {
		...filter,
		...(await listSubmissions(access, filter)),
		title,
		exportPath: formId
			? paths.submissions.exportOfForm({ appId, formId })
			: paths.submissions.exportOfApp({ appId }),
	};
}

export default function Submissions({ loaderData }: Route.ComponentProps) {
	return (
		<Page
			title={`Submissions of ${loaderData.title}`}
			heading="Submissions"
			intro={loaderData.formId ? loaderData.title : `${loaderData.title}: all forms`}
			back={{ to: paths.dashboard, label: "Back to Dashboard" }}
		>
			<SubmissionList {...loaderData} />
		</Page>
	);
}

import { appContext } from "#app/apps/middleware.ts";
import { SubmissionList } from "#app/conversations/components/submission-list.tsx";
import { readFilter } from "#app/conversations/submission-filter.ts";
import { listSubmissions } from "#app/conversations/submission-list.server.ts";
import { findFormTitle } from "#app/forms/form.server.ts";
import { formNotFound } from "#app/forms/middleware.ts";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/of-form";

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const title = await findFormTitle(access, params.formId);
	if (title === null) throw await formNotFound();
	const filter = { ...readFilter(url), formId: params.formId };
	return {
		...filter,
		...(await listSubmissions(access, filter)),
		title,
		exportPath: paths.submissions.exportOfForm(params),
	};
}

export default function SubmissionsOfForm({ loaderData }: Route.ComponentProps) {
	return (
		<Page
			title={`Submissions of ${loaderData.title}`}
			heading="Submissions"
			intro={loaderData.title}
			back={{ to: paths.dashboard, label: "Back to Dashboard" }}
		>
			<SubmissionList {...loaderData} />
		</Page>
	);
}

import { BackLink } from "~/components/back-link";
import { PageTitle } from "~/components/page-title";
import { SubmissionList } from "~/components/submission-list";
import { readFilter } from "~/lib/submission-filter";
import { appContext } from "~/middleware/app";
import { formNotFound } from "~/middleware/form";
import { findFormTitle } from "~/models/form.server";
import { listSubmissions } from "~/models/submission-list.server";
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
		exportPath: `/app/${access.appId}/forms/${params.formId}/submissions/export`,
	};
}

export default function SubmissionsOfForm({ loaderData }: Route.ComponentProps) {
	return (
		<div className="stack-l">
			<PageTitle title={`Submissions of ${loaderData.title}`} />
			<BackLink to="/dashboard">Back to Dashboard</BackLink>
			<div>
				<h1>Submissions</h1>
				<p className="muted" dir="auto">
					{loaderData.title}
				</p>
			</div>
			<SubmissionList {...loaderData} />
		</div>
	);
}

import { BackLink } from "~/components/back-link";
import { PageTitle } from "~/components/page-title";
import { SubmissionList } from "~/components/submission-list";
import { readFilter } from "~/lib/submission-filter";
import { appContext } from "~/middleware/app";
import { listSubmissions } from "~/models/submission-list.server";
import type { Route } from "./+types/of-app";

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const filter = readFilter(url);
	return {
		...filter,
		...(await listSubmissions(access, filter)),
		appName: access.app.name,
		exportPath: `/app/${access.appId}/forms/submissions/export`,
	};
}

export default function SubmissionsOfApp({ loaderData }: Route.ComponentProps) {
	return (
		<div className="stack-l">
			<PageTitle title={`Submissions of ${loaderData.appName}`} />
			<BackLink to="/dashboard">Back to Dashboard</BackLink>
			<div>
				<h1>Submissions</h1>
				<p className="muted" dir="auto">
					{loaderData.appName}: all forms
				</p>
			</div>
			<SubmissionList {...loaderData} />
		</div>
	);
}

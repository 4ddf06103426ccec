import { appContext } from "#app/apps/middleware.ts";
import { SubmissionList } from "#app/conversations/components/submission-list.tsx";
import { readFilter } from "#app/conversations/submission-filter.ts";
import { listSubmissions } from "#app/conversations/submission-list.server.ts";
import { paths } from "#app/paths.ts";
import { BackLink } from "#app/ui/frame/back-link.tsx";
import { PageTitle } from "#app/ui/frame/page-title.tsx";
import type { Route } from "./+types/of-app";

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const filter = readFilter(url);
	return {
		...filter,
		...(await listSubmissions(access, filter)),
		appName: access.app.name,
		exportPath: paths.submissions.exportOfApp(access),
	};
}

export default function SubmissionsOfApp({ loaderData }: Route.ComponentProps) {
	return (
		<div className="stack-l">
			<PageTitle title={`Submissions of ${loaderData.appName}`} />
			<BackLink to={paths.dashboard}>Back to Dashboard</BackLink>
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

import { appContext } from "#app/apps/middleware.ts";
import { SubmissionList } from "#app/conversations/components/submission-list.tsx";
import { readFilter } from "#app/conversations/submission-filter.ts";
import { listSubmissions } from "#app/conversations/submission-list.server.ts";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/frame/page.tsx";
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
		<Page
			title={`Submissions of ${loaderData.appName}`}
			heading="Submissions"
			intro={`${loaderData.appName}: all forms`}
			back={{ to: paths.dashboard, label: "Back to Dashboard" }}
		>
			<SubmissionList {...loaderData} />
		</Page>
	);
}

import { data } from "react-router";
import { RequestDays } from "#app/deletion-requests/components/request-days.tsx";
import { GoneRequest, PRIVATE_STATUS } from "#app/deletion-requests/components/status-pages.tsx";
import { readStatus } from "#app/deletion-requests/requests/read-request.server.ts";
import { yourScope } from "#app/deletion-requests/requests/request.ts";
import { paths } from "#app/paths.ts";
import { VisitorShell } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/status";

export const headers = PRIVATE_STATUS;

/** Shows days and the outcome to whoever has the address: never the address or what was written. */
export async function loader({ params }: Route.LoaderArgs) {
	const request = await readStatus(params.token);
	return data({ request }, request && request !== "gone" ? 200 : 404);
}

export default function DeletionStatus({ loaderData, params }: Route.ComponentProps) {
	const { request } = loaderData;
	if (request === null || request === "gone") return <GoneRequest isCut={request === null} />;
	const { appName, number, isAppTrashed, closedAt } = request;
	return (
		<VisitorShell>
			<title>{`Deletion request no. ${number} at ${appName}`}</title>
			<p className="over" dir="auto">
				{appName}
			</p>
			<h1>Deletion request no. {number}</h1>
			<p>
				To delete {yourScope(request)} at {appName}.
			</p>
			<RequestDays request={request} />
			{isAppTrashed && !closedAt && (
				<p>The app was taken down by its developer, who can still answer this request.</p>
			)}
			{!closedAt && (
				<p>
					<a href={paths.visitor.takingBack(params)}>Take the request back</a>
				</p>
			)}
		</VisitorShell>
	);
}

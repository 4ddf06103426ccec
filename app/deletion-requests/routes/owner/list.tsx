import { RequestList } from "#app/deletion-requests/components/request-list.tsx";
import { requestsContext } from "#app/deletion-requests/middleware.ts";
import { describeDue, isLate } from "#app/deletion-requests/requests/days.ts";
import { countRequests, listRequests } from "#app/deletion-requests/requests/request-list.sql.ts";
import { clock } from "#app/platform/clock.server.ts";
import { readKeyset } from "#app/platform/db/keyset.ts";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/list";

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(requestsContext);
	const isClosed = url.searchParams.get("show") === "answered";
	const before = readKeyset(url);
	const { requests, next } = listRequests(access, { isClosed, before });
	const now = clock.now();
	return {
		appId: access.appId,
		name: access.app.name,
		isTrashed: access.isTrashed,
		requests: requests.map((request) => ({
			...request,
			due: describeDue(request.dueAt, now),
			isLate: request.closedAt === null && isLate(request.dueAt, now),
		})),
		counts: countRequests(access),
		isClosed,
		isLater: before !== null,
		next,
	};
}

export default function DeletionRequests({ loaderData }: Route.ComponentProps) {
	const { name, isTrashed } = loaderData;
	return (
		<Page
			title={`Deletion requests of ${name}`}
			heading="Deletion requests"
			intro={
				isTrashed
					? `${name} is in the trash. Its requests stay open, and you can still answer them.`
					: name
			}
		>
			<RequestList {...loaderData} />
		</Page>
	);
}

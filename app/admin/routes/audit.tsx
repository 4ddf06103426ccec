import { Link } from "react-router";
import { MAY_CHANGE_ACCOUNTS } from "#app/accounts/admin-role.ts";
import { listActs } from "#app/admin/audit.server.ts";
import { adminContext, requireRole } from "#app/admin/middleware.ts";
import { labelOf } from "#app/conversations/submission-rules.ts";
import { toQuery } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { readKeyset } from "#app/platform/db/keyset.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { SearchBox } from "#app/ui/field/search-box.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { OlderPage } from "#app/ui/list/older-page.tsx";
import { TableRegion } from "#app/ui/table/table-region.tsx";
import type { Route } from "./+types/audit";

export const middleware: Route.MiddlewareFunction[] = [requireRole(...MAY_CHANGE_ACCOUNTS)];

export async function loader({ context, url }: Route.LoaderArgs) {
	const targetId = (url.searchParams.get("q") ?? "").trim().slice(0, 200);
	const before = readKeyset(url);
	const { rows, next } = await listActs(context.get(adminContext), { targetId, before });
	return { acts: rows, next, targetId, isLater: before !== null };
}

type Act = Route.ComponentProps["loaderData"]["acts"][number];

export default function AuditLog({ loaderData }: Route.ComponentProps) {
	const { acts, next, targetId, isLater } = loaderData;
	return (
		<Page
			title="Audit log"
			intro="Every act of an administrator. Nobody can change or delete an entry; an address in it follows the account's own."
			back={{ to: paths.admin.settings, label: "Settings" }}
		>
			<SearchBox
				label="Id of the account, app or other target"
				placeholder="Id of the target"
				query={targetId}
				clearTo={paths.admin.audit}
			/>
			{acts.length === 0 ? (
				<p className="muted">{targetId ? "No entry has this id." : "Nothing so far."}</p>
			) : (
				<TableRegion label="Audit log" columns={["What", "By", "To", "When"]}>
					{acts.map((act) => (
						<ActRow key={act.id} act={act} />
					))}
				</TableRegion>
			)}
			<OlderPage
				isLater={isLater}
				to={next && toQuery({ q: targetId, before: next })}
				firstTo={toQuery({ q: targetId })}
			/>
		</Page>
	);
}

function ActRow({ act }: { act: Act }) {
	return (
		<tr>
			<th scope="row" dir="auto" className="prose-cell">
				{act.summary}
			</th>
			<td>{act.actorEmail}</td>
			<td>
				<Link to={toQuery({ q: act.targetId })}>{labelOf(act.targetType)}</Link>
				<span className="row-note mono">{act.targetId}</span>
			</td>
			<td className="nowrap">
				<time dateTime={act.createdAt.toISOString()}>{formatDateTime(act.createdAt)}</time>
			</td>
		</tr>
	);
}

import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { plural } from "#app/platform/count.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { Card } from "#app/ui/list/card.tsx";
import type { readLateRequests } from "../requests/late.sql.ts";

/** For operators: how many deletion requests are late, and in which apps most are. */
export function LateRequests({ count, isMore, apps }: ReturnType<typeof readLateRequests>) {
	if (count === 0) return null;
	return (
		<Card title="Late deletion requests" tone="danger">
			<p>
				{isMore && "More than "}
				{plural(count, "request")} of people who asked for the deletion of their data waited past
				the promised day.
			</p>
			<ul className="item-list">
				{apps.map((app) => (
					<li key={app.appId}>
						<span className="item-title" dir="auto">
							{app.appName}
						</span>
						<span className="item-text">
							{app.count} late, the first since{" "}
							<time dateTime={app.since}>{formatLongDate(new Date(app.since))}</time> ·{" "}
							<Link to={paths.admin.user({ userId: app.userId })}>{app.owner}</Link>
						</span>
					</li>
				))}
			</ul>
		</Card>
	);
}

import { Link } from "react-router";
import type { UserRecord } from "#app/admin/user-administration.server.ts";
import { paths } from "#app/paths.ts";
import { plural } from "#app/platform/count.ts";
import { formatShortDate } from "#app/platform/time.ts";
import { Badge } from "#app/ui/list/badge.tsx";
import { Card } from "#app/ui/list/card.tsx";

type UserAppsCardProps = { user: UserRecord; mayChange: boolean };

/** An account's apps. Those in the trash can be restored. */
export function UserAppsCard({ user, mayChange }: UserAppsCardProps) {
	return (
		<Card title="Apps">
			{user.apps.length === 0 ? (
				<p className="muted">No apps.</p>
			) : (
				<ul className="item-list">
					{user.apps.map((app) => (
						<li key={app.id}>
							<span className="item-title" dir="auto">
								{app.path ? <a href={app.path}>{app.name}</a> : app.name}{" "}
								{app.deletedAt && <Badge tone="danger">In the trash</Badge>}
							</span>
							<div className="item-side">
								<span className="item-meta">
									{plural(app.documents, "document")}, {plural(app.forms, "form")}
								</span>
								{app.deletedAt && mayChange && (
									<Link to={paths.admin.restoration({ userId: user.id, appId: app.id })}>
										Restore<span className="visually-hidden"> {app.name}</span>
									</Link>
								)}
							</div>
							<span className="item-text">
								Created {formatShortDate(app.createdAt)}
								{app.deletedAt && `, deleted ${formatShortDate(app.deletedAt)}`}
								<span className="mono"> · {app.id}</span>
							</span>
						</li>
					))}
				</ul>
			)}
			{user.appCount > user.apps.length && (
				<p className="muted small">
					These are the newest {user.apps.length} of {plural(user.appCount, "app")}.
				</p>
			)}
		</Card>
	);
}

import { Link } from "react-router";
import { ActList } from "~/components/act-list";
import { BackLink } from "~/components/back-link";
import { ButtonLink } from "~/components/button";
import { Card } from "~/components/card";
import { PageTitle } from "~/components/page-title";
import { UserAccountCard } from "~/components/user-account-card";
import { UserAppsCard } from "~/components/user-apps-card";
import { UserBadges } from "~/components/user-badges";
import { UserMailsCard } from "~/components/user-mails-card";
import { UserPlanCard } from "~/components/user-plan-card";
import { formatDateTime } from "~/lib/time";
import { adminContext, userNotFound } from "~/middleware/admin";
import { listActs } from "~/models/audit.server";
import { readUser } from "~/models/user-administration.server";
import { MAY_CHANGE_ACCOUNTS, MAY_CHANGE_ROLES } from "~/schemas/admin-role";
import type { Route } from "./+types/user";

const ACTS_SHOWN = 5;

export async function loader({ context, params }: Route.LoaderArgs) {
	const access = context.get(adminContext);
	const user = await readUser(access, params.userId);
	if (!user) throw userNotFound();
	const isSelf = user.id === access.userId;
	const mayChange =
		MAY_CHANGE_ACCOUNTS.includes(access.adminRole) &&
		(user.adminRole === null || isSelf || access.adminRole === "super_admin");
	const acts = MAY_CHANGE_ACCOUNTS.includes(access.adminRole)
		? (await listActs(access, { targetId: user.id, before: null })).rows.slice(0, ACTS_SHOWN)
		: null;
	return {
		user,
		acts,
		mayChange,
		maySuspend: mayChange && !isSelf,
		mayChangeRole: MAY_CHANGE_ROLES.includes(access.adminRole) && !isSelf,
	};
}

export default function User({ loaderData }: Route.ComponentProps) {
	const { user, acts, mayChange, maySuspend, mayChangeRole } = loaderData;
	return (
		<div className="stack-l">
			<PageTitle title={user.email} />
			<BackLink to="/admin/users">Users</BackLink>
			<div className="page-header">
				<div>
					<h1>{user.email}</h1>
					<p className="cluster">
						<UserBadges user={user} />
					</p>
				</div>
				{maySuspend && (
					<ButtonLink
						to={`/admin/users/${user.id}/suspension`}
						variant={user.suspendedAt ? "secondary" : "danger"}
					>
						{user.suspendedAt ? "Lift suspension" : "Suspend"}
					</ButtonLink>
				)}
			</div>
			{user.suspendedAt && (
				<div className="banner" data-tone="danger">
					<p>
						Suspended on {formatDateTime(user.suspendedAt)}. Nobody can sign in, and its pages,
						forms and conversations are not found.
					</p>
				</div>
			)}
			<div className="grid-2">
				<UserAccountCard user={user} mayChangeRole={mayChangeRole} />
				<UserPlanCard user={user} mayChange={mayChange} />
			</div>
			<UserAppsCard user={user} mayChange={mayChange} />
			<UserMailsCard mails={user.mails} />
			{acts && (
				<Card
					title="What administrators did"
					actions={<Link to={`/admin/audit?q=${user.id}`}>All of it</Link>}
				>
					<ActList acts={acts} />
				</Card>
			)}
		</div>
	);
}

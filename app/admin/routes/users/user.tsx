import { Link } from "react-router";
import { MAY_CHANGE_ACCOUNTS, MAY_CHANGE_ROLES } from "#app/accounts/admin-role.ts";
import { listActs } from "#app/admin/audit.server.ts";
import { ActList } from "#app/admin/components/act-list.tsx";
import { UserAccountCard } from "#app/admin/components/user-account-card.tsx";
import { UserAppsCard } from "#app/admin/components/user-apps-card.tsx";
import { UserBadges } from "#app/admin/components/user-badges.tsx";
import { UserMailsCard } from "#app/admin/components/user-mails-card.tsx";
import { UserPlanCard } from "#app/admin/components/user-plan-card.tsx";
import { adminContext, userNotFound } from "#app/admin/middleware.ts";
import { readUser } from "#app/admin/user-administration.server.ts";
import { paths } from "#app/paths.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { Card } from "#app/ui/list/card.tsx";
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
		<Page
			title={user.email}
			intro={
				<span className="cluster">
					<UserBadges user={user} />
				</span>
			}
			back={{ to: paths.admin.users, label: "Users" }}
			actions={
				maySuspend && (
					<ButtonLink
						to={paths.admin.suspension({ userId: user.id })}
						variant={user.suspendedAt ? "secondary" : "danger"}
					>
						{user.suspendedAt ? "Lift suspension" : "Suspend"}
					</ButtonLink>
				)
			}
		>
			{user.suspendedAt && (
				<div className="banner" data-tone="danger">
					<p>
						Suspended on {formatDateTime(user.suspendedAt)}. Nobody can sign in, and its pages,
						forms and conversations return “not found”.
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
					title="Acts of administrators"
					actions={<Link to={`${paths.admin.audit}?q=${user.id}`}>All of it</Link>}
				>
					<ActList acts={acts} />
				</Card>
			)}
		</Page>
	);
}

import { Link } from "react-router";
import { ActList } from "~/components/act-list";
import { BackLink } from "~/components/back-link";
import { Badge } from "~/components/badge";
import { ButtonLink } from "~/components/button";
import { Card } from "~/components/card";
import { formatCount } from "~/components/figure";
import { PageTitle } from "~/components/page-title";
import { UserBadges } from "~/components/user-badges";
import { formatDateTime, formatLongDate, formatShortDate } from "~/lib/time";
import { adminContext, userNotFound } from "~/middleware/admin";
import { listActs } from "~/models/audit.server";
import { readUser } from "~/models/user-administration.server";
import {
	isAdminRole,
	MAY_CHANGE_ACCOUNTS,
	MAY_CHANGE_ROLES,
	ROLE_NAMES,
} from "~/schemas/admin-role";
import { PLANS, type PlanId } from "~/schemas/plan";
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

type Data = Route.ComponentProps["loaderData"];

export default function User({ loaderData }: Route.ComponentProps) {
	const { user, acts, maySuspend } = loaderData;
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
				<Account {...loaderData} />
				<Plan {...loaderData} />
			</div>
			<Apps {...loaderData} />
			<Mails mails={user.mails} />
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

function plural(count: number, noun: string): string {
	return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

function Account({ user, mayChangeRole }: Data) {
	return (
		<Card
			title="Account"
			actions={mayChangeRole && <Link to={`/admin/users/${user.id}/role`}>Change role</Link>}
		>
			<dl className="facts">
				<dt>Id</dt>
				<dd className="mono">{user.id}</dd>
				<dt>Account name</dt>
				<dd>{user.accountName ?? "none yet"}</dd>
				{user.fullName && (
					<>
						<dt>Name</dt>
						<dd dir="auto">{user.fullName}</dd>
					</>
				)}
				{user.company && (
					<>
						<dt>Company</dt>
						<dd dir="auto">{user.company}</dd>
					</>
				)}
				<dt>Since</dt>
				<dd>{formatLongDate(user.createdAt)}</dd>
				<dt>Address</dt>
				<dd>{user.emailConfirmedAt ? "Confirmed" : "Not confirmed"}</dd>
				<dt>Role</dt>
				<dd>{isAdminRole(user.adminRole) ? ROLE_NAMES[user.adminRole] : "none"}</dd>
				<dt>Signed in</dt>
				<dd>{user.sessions === 0 ? "nowhere" : `in ${plural(user.sessions, "browser")}`}</dd>
				<dt>Submissions</dt>
				<dd>{formatCount(user.submissions)} verified</dd>
			</dl>
		</Card>
	);
}

function Plan({ user, mayChange }: Data) {
	const { paid } = user;
	return (
		<Card
			title="Plan"
			actions={mayChange && <Link to={`/admin/users/${user.id}/plan`}>Give a plan</Link>}
		>
			<dl className="facts">
				<dt>Plan</dt>
				<dd>{user.planName}</dd>
				<dt>Given</dt>
				<dd>{user.grantedPlan ? PLANS[user.grantedPlan as PlanId].name : "none"}</dd>
				<dt>Paid</dt>
				<dd>
					{paid ? (
						<>
							{paid.planName} <Badge>{paid.status}</Badge>
						</>
					) : (
						"nothing"
					)}
				</dd>
				{paid && (
					<>
						<dt>{paid.cancelAt ? "Ends" : "Renews"}</dt>
						<dd>{formatLongDate(paid.cancelAt ?? paid.currentPeriodEnd)}</dd>
						<dt>Read from Stripe</dt>
						<dd>{paid.readAt ? formatDateTime(paid.readAt) : "never"}</dd>
					</>
				)}
				{user.customerId && (
					<>
						<dt>Customer</dt>
						<dd className="mono">{user.customerId}</dd>
					</>
				)}
			</dl>
		</Card>
	);
}

function Apps({ user, mayChange }: Data) {
	return (
		<Card title="Apps">
			{user.apps.length === 0 ? (
				<p className="muted">No apps.</p>
			) : (
				<ul className="item-list">
					{user.apps.map((app) => (
						<li key={app.id}>
							<span className="item-title" dir="auto">
								{app.path && !user.suspendedAt ? <a href={app.path}>{app.name}</a> : app.name}{" "}
								{app.deletedAt && <Badge tone="danger">In the trash</Badge>}
							</span>
							<div className="item-side">
								<span className="item-meta">
									{plural(app.documents, "document")}, {plural(app.forms, "form")}
								</span>
								{app.deletedAt && mayChange && (
									<Link to={`/admin/users/${user.id}/apps/${app.id}/restoration`}>
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
		</Card>
	);
}

const MAIL_TONES = { Sent: "success", Failed: "danger", Waiting: "neutral" } as const;

function Mails({ mails }: { mails: Data["user"]["mails"] }) {
	return (
		<Card title="Last mails to this address">
			{mails.length === 0 ? (
				<p className="muted">None in the last 30 days.</p>
			) : (
				<ul className="item-list">
					{mails.map(({ id, subject, state, createdAt, lastError }) => (
						<li key={id}>
							<span className="item-title" dir="auto">
								{subject}
							</span>
							<Badge tone={MAIL_TONES[state]}>{state}</Badge>
							<span className="item-text">
								{formatDateTime(createdAt)}
								{state !== "Sent" && lastError && ` · ${lastError}`}
							</span>
						</li>
					))}
				</ul>
			)}
		</Card>
	);
}

import { Link } from "react-router";
import { isAdminRole, ROLE_NAMES } from "#app/accounts/admin-role.ts";
import { paths } from "#app/paths.ts";
import { formatCount, plural } from "#app/platform/count.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { Card } from "#app/ui/list/card.tsx";

type UserAccountCardProps = {
	user: {
		id: string;
		accountName: string | null;
		fullName: string | null;
		company: string | null;
		createdAt: Date;
		emailConfirmedAt: Date | null;
		adminRole: string | null;
		/** How many browsers are signed in. */
		sessions: number;
		/** How many were verified. */
		submissions: number;
	};
	mayChangeRole: boolean;
};

/** Who an account belongs to, as administrators see it. */
export function UserAccountCard({ user, mayChangeRole }: UserAccountCardProps) {
	return (
		<Card
			title="Account"
			actions={mayChangeRole && <Link to={paths.admin.role({ userId: user.id })}>Change role</Link>}
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

import { Link } from "react-router";
import { isAdminRole, ROLE_NAMES } from "#app/accounts/admin-role.ts";
import type { UserRecord } from "#app/admin/user-administration.server.ts";
import { paths } from "#app/paths.ts";
import { formatCount, plural } from "#app/platform/count.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { Card } from "#app/ui/list/card.tsx";
import { Facts } from "#app/ui/list/facts.tsx";

type UserAccountCardProps = { user: UserRecord; mayChangeRole: boolean };

/** The account's owner, as administrators see it. */
export function UserAccountCard({ user, mayChangeRole }: UserAccountCardProps) {
	return (
		<Card
			title="Account"
			actions={mayChangeRole && <Link to={paths.admin.role({ userId: user.id })}>Change role</Link>}
		>
			<Facts
				facts={[
					["Id", user.id, "mono"],
					["Account name", user.accountName ?? "none yet"],
					!!user.fullName && ["Name", user.fullName],
					!!user.company && ["Company", user.company],
					["Since", formatLongDate(user.createdAt)],
					["Address", user.emailConfirmedAt ? "Confirmed" : "Not confirmed"],
					["Role", isAdminRole(user.adminRole) ? ROLE_NAMES[user.adminRole] : "none"],
					["Signed in", user.sessions === 0 ? "nowhere" : `in ${plural(user.sessions, "browser")}`],
					["Submissions", `${formatCount(user.submissions)} verified`],
				]}
			/>
		</Card>
	);
}

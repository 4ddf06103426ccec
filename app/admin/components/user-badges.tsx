import { isAdminRole, ROLE_NAMES } from "#app/accounts/admin-role.ts";
import type { ListedUser } from "#app/admin/user-administration.server.ts";
import { Badge } from "#app/ui/list/badge.tsx";

/** Badges for a suspension, a role and an unconfirmed e-mail address. */
export function UserBadges({
	user,
}: {
	user: Pick<ListedUser, "adminRole" | "suspendedAt" | "emailConfirmedAt">;
}) {
	return (
		<>
			{user.suspendedAt && <Badge tone="danger">Suspended</Badge>}
			{isAdminRole(user.adminRole) && <Badge tone="info">{ROLE_NAMES[user.adminRole]}</Badge>}
			{!user.emailConfirmedAt && <Badge>Not confirmed</Badge>}
		</>
	);
}

import { isAdminRole, ROLE_NAMES } from "#app/accounts/admin-role.ts";
import { Badge } from "#app/ui/list/badge.tsx";

type UserBadgesProps = {
	user: { adminRole: string | null; suspendedAt: Date | null; emailConfirmedAt: Date | null };
};

/** What sets an account apart from others. */
export function UserBadges({ user }: UserBadgesProps) {
	return (
		<>
			{user.suspendedAt && <Badge tone="danger">Suspended</Badge>}
			{isAdminRole(user.adminRole) && <Badge tone="info">{ROLE_NAMES[user.adminRole]}</Badge>}
			{!user.emailConfirmedAt && <Badge>Not confirmed</Badge>}
		</>
	);
}

/** The roles of administrators, the one with the most rights first. */
export const ADMIN_ROLES = ["super_admin", "admin", "support"] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** The roles' names in sentences and on badges. */
export const ROLE_NAMES: Record<AdminRole, string> = {
	super_admin: "super admin",
	admin: "admin",
	support: "support",
};

export function isAdminRole(text: string | null): text is AdminRole {
	return ADMIN_ROLES.some((role) => role === text);
}

/** Who may reply to support messages, and to visitors in an owner's place. */
export const MAY_ANSWER: AdminRole[] = [...ADMIN_ROLES];
/** Who may change the site's own support form. */
export const MAY_CHANGE_SUPPORT_FORM: AdminRole[] = ["super_admin", "admin"];
/** Who may change accounts; support may only view them. */
export const MAY_CHANGE_ACCOUNTS: AdminRole[] = ["super_admin", "admin"];
/** Who may give and take roles. */
export const MAY_CHANGE_ROLES: AdminRole[] = ["super_admin"];

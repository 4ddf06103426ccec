/** What an administrator may be, the mightiest first. */
export const ADMIN_ROLES = ["super_admin", "admin", "support"] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** What the roles are called in sentences and on badges. */
export const ROLE_NAMES: Record<AdminRole, string> = {
	super_admin: "super admin",
	admin: "admin",
	support: "support",
};

/** Whether a text is one of the roles. */
export function isAdminRole(text: string | null): text is AdminRole {
	return ADMIN_ROLES.some((role) => role === text);
}

/** Who may answer messages to support, and visitors in an owner's place. */
export const MAY_ANSWER: AdminRole[] = [...ADMIN_ROLES];
/** Who may change the site's own support form. */
export const MAY_CHANGE_SUPPORT_FORM: AdminRole[] = ["super_admin", "admin"];
/** Who may change accounts; support may look at them. */
export const MAY_CHANGE_ACCOUNTS: AdminRole[] = ["super_admin", "admin"];
/** Who may give and take roles. */
export const MAY_CHANGE_ROLES: AdminRole[] = ["super_admin"];

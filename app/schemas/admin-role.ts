/** What an administrator may be, the mightiest first. */
export const ADMIN_ROLES = ["super_admin", "admin", "support"] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

import { createContext, type MiddlewareFunction, redirect } from "react-router";
import { type AdminAccess, accessToAdministrate } from "#app/accounts/access.server.ts";
import { type AdminRole, ROLE_NAMES } from "#app/accounts/admin-role.ts";
import { optionalUserContext, userContext } from "#app/accounts/middleware.ts";
import { errorPage } from "#app/http/error-content.ts";
import { paths } from "#app/paths.ts";
import { logEvent } from "#app/platform/log.server.ts";

/** The administrator who sent the request. Set by `requireAdmin`; reading it elsewhere throws. */
export const adminContext = createContext<AdminAccess>();

/**
 * Lets administrators of any role pass. Redirects everybody else to the dashboard, which asks
 * signed-out people to sign in (product.md, V18). Needs `optionalUser` before it.
 */
export const requireAdmin: MiddlewareFunction<Response> = ({ context }) => {
	const user = context.get(optionalUserContext);
	const access = user && accessToAdministrate(user);
	if (!access) throw redirect(paths.dashboard, 303);
	context.set(userContext, access);
	context.set(adminContext, access);
};

/** Lets only administrators with these roles pass. Needs `requireAdmin` before it. */
export function requireRole(...roles: AdminRole[]): MiddlewareFunction<Response> {
	return ({ context }) => {
		const { userId, adminRole } = context.get(adminContext);
		if (roles.includes(adminRole)) return;
		logEvent("role refused", { userId, role: adminRole });
		throw errorPage(403, {
			title: "Not allowed for your role",
			text: `Your role is ${ROLE_NAMES[adminRole]}, which does not allow this. Nothing was changed. Please ask a super admin.`,
			link: { to: paths.admin.overview, label: "Back to the overview" },
		});
	};
}

/** The 404 for an unknown or deleted account. */
export function userNotFound() {
	return errorPage(404, {
		title: "User not found",
		text: "There is no such account. It may have been deleted.",
		link: { to: paths.admin.users, label: "Back to the users" },
	});
}

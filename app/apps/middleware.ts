import { createContext, type MiddlewareFunction, redirect } from "react-router";
import { type AppAccess, accessToApp } from "#app/accounts/access.server.ts";
import { userContext } from "#app/accounts/middleware.ts";
import { resolveApp } from "#app/addresses/address.server.ts";
import { canonicalPath } from "#app/addresses/resolution.ts";
import { type ErrorContent, errorPage } from "#app/http/error-content.ts";
import { readTyped } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { findAppIdBySlug } from "./app.server.ts";

/** The signed-in owner and the app in the URL. Set by the middleware below. */
export const appContext = createContext<AppAccess>();

/**
 * Admits only the owner of the active app in the URL, which names it by its id or by its public
 * address; runs after `requireUser`.
 */
export const requireApp: MiddlewareFunction<Response> = async (args, next) => {
	const { params, context, request } = args;
	if (params.appId === undefined) return requireAppByAddress(args, next);
	const access = await accessToApp(context.get(userContext), params.appId);
	if (!access) throw appNotFound(await readTyped(request));
	context.set(appContext, access);
};

/** Returns the 404 for an app that does not exist or belongs to another account, with what was typed. */
export function appNotFound(typed?: ErrorContent["typed"]) {
	return errorPage(404, {
		title: "App not found",
		text: "App not found or you don't have permission to access it.",
		link: { to: paths.dashboard, label: "Back to Dashboard" },
		typed,
	});
}

/**
 * Admits only the owner of the app at `/{account}/{app}`. An earlier address of the owner's
 * redirects to the present one.
 */
const requireAppByAddress: MiddlewareFunction<Response> = async ({ params, context, url }) => {
	const user = context.get(userContext);
	const accountSlug = (params.accountSlug ?? "").toLowerCase();
	const appSlug = (params.appName ?? "").toLowerCase();
	const resolved = await resolveApp(accountSlug, appSlug);
	if (resolved.outcome === "moved" && resolved.path.split("/")[1] === user.accountName) {
		const page = canonicalPath(url).split("/").at(-1);
		throw redirect(`${resolved.path}/${page}${url.search}`, 302);
	}
	if (user.accountName === null || user.accountName !== accountSlug) {
		throw noSuchApp("You don't have access to this app", 403);
	}
	const appId = await findAppIdBySlug(user, appSlug);
	const access = appId ? await accessToApp(user, appId) : null;
	if (!access) throw noSuchApp("App not found", 404);
	context.set(appContext, access);
};

function noSuchApp(title: string, status: 403 | 404) {
	return errorPage(status, {
		title,
		text: "It may have been renamed or deleted, or belong to another account.",
		link: { to: paths.dashboard, label: "Back to Dashboard" },
	});
}

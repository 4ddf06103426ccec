import { createContext, type MiddlewareFunction } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { appNotFound } from "#app/apps/middleware.ts";
import { errorPage } from "#app/http/error-content.ts";
import { paths } from "#app/paths.ts";
import { accessToRequests, type RequestsAccess } from "./requests/access.server.ts";

/** The owner of the app in the URL, active or in the trash. Set by `requireRequests`. */
export const requestsContext = createContext<RequestsAccess>();

/** Admits only the owner of the app in the URL. Needs `requireUser`. */
export const requireRequests: MiddlewareFunction<Response> = async ({ params, context }) => {
	const access = await accessToRequests(context.get(userContext), params.appId ?? "");
	if (!access) throw appNotFound();
	context.set(requestsContext, access);
};

/** Returns the 404 for a request that does not exist or belongs to another app. */
export function requestNotFound({ appId }: { appId: string }) {
	return errorPage(404, {
		title: "Deletion request not found",
		text: "There is no such request, or it belongs to another app.",
		link: { to: paths.deletions.list({ appId }), label: "Deletion requests" },
	});
}

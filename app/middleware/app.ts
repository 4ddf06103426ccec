import { createContext, data, type MiddlewareFunction } from "react-router";
import { type AppAccess, accessToApp } from "~/models/access.server";
import { userContext } from "./user";

/** The signed-in owner and the app of the address. Set by `requireApp`. */
export const appContext = createContext<AppAccess>();

/** Lets only the owner of the active app in the address pass; stands behind `requireUser`. */
export const requireApp: MiddlewareFunction<Response> = async ({ params, context }) => {
	const access = await accessToApp(context.get(userContext), params.appId ?? "");
	if (!access) throw appNotFound();
	context.set(appContext, access);
};

/** The 404 for an app that is not there, or somebody else's. */
export function appNotFound() {
	return data(
		{
			title: "App not found",
			text: "App not found or you don't have permission to access it.",
			link: { to: "/dashboard", label: "Back to Dashboard" },
		},
		{ status: 404 },
	);
}

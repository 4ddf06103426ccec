import type { MiddlewareFunction } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { errorPage } from "#app/http/error-content.ts";
import { paths } from "#app/paths.ts";
import { planOf } from "./plan.server.ts";

/** Lets only accounts on Pro pass. Needs `requireUser` before it. */
export const requirePro: MiddlewareFunction<Response> = async ({ context }) => {
	const { hasForms } = await planOf(context.get(userContext));
	if (hasForms) return;
	throw errorPage(403, {
		title: "Pro Subscription Required",
		text: "Forms are only available with a Pro subscription.",
		link: { to: paths.account.settings, label: "Upgrade to Pro", opensNewTab: true },
		back: { to: paths.dashboard, label: "Back to Dashboard" },
	});
};

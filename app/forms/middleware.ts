import { createContext, type MiddlewareFunction } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { appContext } from "#app/apps/middleware.ts";
import { requirePro } from "#app/billing/middleware.ts";
import { type ErrorContent, errorPage } from "#app/http/error-content.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { readTyped } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { hasMadeForm, readForm } from "./form.server.ts";

type OwnForm = NonNullable<Awaited<ReturnType<typeof readForm>>>;

/** The owner's form of the address. Set by `requireForm`. */
export const formContext = createContext<OwnForm>();

/** Redirects to the dashboard with a message when the form is unknown, unless something was typed. */
export const requireForm: MiddlewareFunction<Response> = async ({ request, params, context }) => {
	const access = context.get(appContext);
	const form = await readForm(access, params.formId ?? "");
	if (!form) {
		const typed = await readTyped(request);
		throw typed?.length ? formGone(access, typed) : await formNotFound();
	}
	context.set(formContext, form);
};

/** Asks for Pro unless the account has a form that takes messages, or had one once. */
export const requireProOnce: MiddlewareFunction<Response> = async (args, next) =>
	(await hasMadeForm(args.context.get(userContext))) ? undefined : requirePro(args, next);

/** The page for what a builder posts of a form that is gone, with the texts, so that they aren't lost. */
export function formGone({ appId }: { appId: string }, typed: ErrorContent["typed"]) {
	return errorPage(404, {
		title: "Form not found",
		text: "It was deleted, so nothing was saved. A deleted form can be restored.",
		link: { to: paths.form.deleted({ appId }), label: "See deleted forms" },
		back: { to: paths.dashboard, label: "Back to Dashboard" },
		typed,
	});
}

export function formNotFound(): Promise<Response> {
	return redirectWithFlash(paths.dashboard, { tone: "error", text: "Form not found" });
}

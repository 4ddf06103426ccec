import { createContext, type MiddlewareFunction } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { appContext } from "#app/apps/middleware.ts";
import { requirePro } from "#app/billing/middleware.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { paths } from "#app/paths.ts";
import { hasMadeForm, readForm } from "./form.server.ts";

type OwnForm = NonNullable<Awaited<ReturnType<typeof readForm>>>;

/** The owner's form of the address. Set by `requireForm`. */
export const formContext = createContext<OwnForm>();

/** Redirects to the dashboard with a message when the form is unknown. */
export const requireForm: MiddlewareFunction<Response> = async ({ params, context }) => {
	const form = await readForm(context.get(appContext), params.formId ?? "");
	if (!form) throw await formNotFound();
	context.set(formContext, form);
};

/** Asks for Pro unless the account has a form that takes messages, or had one once. */
export const requireProOnce: MiddlewareFunction<Response> = async (args, next) =>
	(await hasMadeForm(args.context.get(userContext))) ? undefined : requirePro(args, next);

export function formNotFound(): Promise<Response> {
	return redirectWithFlash(paths.dashboard, { tone: "error", text: "Form not found" });
}

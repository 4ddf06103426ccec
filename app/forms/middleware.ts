import { createContext, type MiddlewareFunction } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { paths } from "#app/paths.ts";
import { readForm } from "./form.server.ts";

type OwnForm = NonNullable<Awaited<ReturnType<typeof readForm>>>;

/** The form of the address, one's own. Set by `requireForm`. */
export const formContext = createContext<OwnForm>();

/** An unknown form leads back to the dashboard, which says so. */
export const requireForm: MiddlewareFunction<Response> = async ({ params, context }) => {
	const form = await readForm(context.get(appContext), params.formId ?? "");
	if (!form) throw await formNotFound();
	context.set(formContext, form);
};

/** The redirect to the dashboard with the message. */
export function formNotFound(): Promise<Response> {
	return redirectWithFlash(paths.dashboard, { tone: "error", text: "Form not found" });
}

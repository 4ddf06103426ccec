import { createContext, type MiddlewareFunction } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { paths } from "#app/paths.ts";
import { readDocument } from "./document.server.ts";

type OwnDocument = NonNullable<Awaited<ReturnType<typeof readDocument>>>;

/** The document of the address, one's own. Set by `requireDocument`. */
export const documentContext = createContext<OwnDocument>();

/** An unknown document leads back to the list, which says so (owner, section 2). */
export const requireDocument: MiddlewareFunction<Response> = async ({ params, context }) => {
	const access = context.get(appContext);
	const document = await readDocument(access, params.documentId ?? "");
	if (!document) throw await documentNotFound(access.appId);
	context.set(documentContext, document);
};

/** The redirect to the app's list with the specified message. */
export function documentNotFound(appId: string): Promise<Response> {
	return redirectWithFlash(paths.document.all({ appId }), {
		tone: "error",
		text: "Document not found.",
	});
}

import { createContext, type MiddlewareFunction } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import { errorPage } from "#app/http/error-content.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { paths } from "#app/paths.ts";
import { readDocument } from "./document.server.ts";

type OwnDocument = NonNullable<Awaited<ReturnType<typeof readDocument>>>;

/** The owner's document in the URL. Set by `requireDocument`. */
export const documentContext = createContext<OwnDocument>();

/** Loads the document in the URL; an unknown one redirects to the list (product.md, O14). */
export const requireDocument: MiddlewareFunction<Response> = async ({ params, context }) => {
	const access = context.get(appContext);
	const document = await readDocument(access, params.documentId ?? "");
	if (!document) throw await documentNotFound(access.appId);
	context.set(documentContext, document);
};

/** Returns the redirect to the app's list, with its message (product.md, O14). */
export function documentNotFound(appId: string): Promise<Response> {
	return redirectWithFlash(paths.document.all({ appId }), {
		tone: "error",
		text: "Document not found.",
	});
}

/** The page for a version that the owner's document doesn't have. */
export function versionNotFound(ids: { appId: string; documentId: string }) {
	return errorPage(404, {
		title: "Version not found",
		text: "This document has no such version.",
		link: { to: paths.document.versions(ids), label: "See all versions" },
		back: { to: paths.dashboard, label: "Back to Dashboard" },
	});
}

import { createContext, type MiddlewareFunction } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import { errorPage } from "#app/http/error-content.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { readDocument } from "./document.server.ts";

type OwnDocument = NonNullable<Awaited<ReturnType<typeof readDocument>>>;

/** The owner's document in the URL. Set by `requireDocument`. */
export const documentContext = createContext<OwnDocument>();

/** Loads the document in the URL; an unknown one redirects to the list (product.md, O14). */
export const requireDocument: MiddlewareFunction<Response> = async ({
	request,
	params,
	context,
}) => {
	const access = context.get(appContext);
	const document = await readDocument(access, params.documentId ?? "");
	if (!document) throw await notFound(access.appId, request);
	context.set(documentContext, document);
};

/** An editor may post hours of work, which a redirect would lose. */
async function notFound(appId: string, request: Request) {
	const formData = request.method === "POST" ? await readForm(request) : null;
	return formData?.has("content") ? documentGone(appId, formData) : documentNotFound(appId);
}

/** Returns the redirect to the app's list, with its message (product.md, O14). */
export function documentNotFound(appId: string): Promise<Response> {
	return redirectWithFlash(paths.document.all({ appId }), {
		tone: "error",
		text: "Document not found.",
	});
}

/** The page for what an editor posts of a document that is gone, with the text, so that it isn't lost. */
export function documentGone(appId: string, formData: FormData) {
	return errorPage(404, {
		title: "Document not found",
		text: "It was deleted, so nothing was saved. A deleted document can be restored for 30 days.",
		link: { to: paths.document.deleted({ appId }), label: "See deleted documents" },
		back: { to: paths.dashboard, label: "Back to Dashboard" },
		typed: typedText(formData),
	});
}

/** The page for what an editor posts of a draft that is gone, and why it can't be a new one. */
export function draftGone(appId: string, formData: FormData, reasons: (string | null)[]) {
	return errorPage(409, {
		title: "This draft was published or discarded",
		text: `So nothing was saved. ${reasons.filter(Boolean).join(" ")}`,
		link: { to: paths.document.all({ appId }), label: "See all documents" },
		back: { to: paths.dashboard, label: "Back to Dashboard" },
		typed: typedText(formData),
	});
}

/** Returns what an editor posted that its owner wrote, with the labels of the fields. */
function typedText(formData: FormData) {
	const labels = { title: "Title", content: "Content", note: "What changed?" };
	return Object.entries(labels).map(([name, label]) => {
		return { label, value: String(formData.get(name) ?? "") };
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

import { publicUrl } from "#app/addresses/address.server.ts";
import { appContext } from "#app/apps/middleware.ts";
import { readDocument } from "#app/documents/document.server.ts";
import { deleteDocument } from "#app/documents/document-deletion.server.ts";
import { documentNotFound } from "#app/documents/middleware.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { safeRedirect } from "#app/http/redirect-to.ts";
import { paths } from "#app/paths.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { InStoreKit } from "#app/store-kit/components/in-store-kit.tsx";
import { usesOfDocument } from "#app/store-kit/kit-uses.server.ts";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
import type { Route } from "./+types/deletion";

/** A list's link names that list as `redirectTo`: Cancel and the deletion lead back to it. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const document = await readDocument(access, params.documentId);
	if (!document) throw await documentNotFound(access.appId);
	return {
		back: safeRedirect(url.searchParams.get("redirectTo")),
		title: document.title,
		url: publicUrl(
			paths.visitor.document(access.accountName ?? "", access.app.slug, document.slug),
		),
		uses: await usesOfDocument(access, document.id),
	};
}

/** Runs without `requireDocument`, so that a second click on a deleted document succeeds too. */
export async function action({ params, context, url }: Route.ActionArgs) {
	const access = context.get(appContext);
	const title = await failAs(
		"Failed to delete document",
		deleteDocument(access, params.documentId),
	);
	if (title === null) throw await documentNotFound(access.appId);
	return redirectWithFlash(safeRedirect(url.searchParams.get("redirectTo")), {
		text: "Document deleted successfully",
		undo: { to: paths.document.deleted(params), id: params.documentId },
	});
}

export default function DeleteDocument({ loaderData }: Route.ComponentProps) {
	return (
		<Confirmation
			isDangerous
			title={`Delete ${loaderData.title}?`}
			label="Delete document"
			cancelTo={loaderData.back}
		>
			<p>The public URL will stop working at once:</p>
			<p className="address">{loaderData.url}</p>
			<InStoreKit uses={loaderData.uses} />
			<p>
				App review and everyone who has the link will see that the document is gone. For 30 days,
				you can bring it back.
			</p>
		</Confirmation>
	);
}

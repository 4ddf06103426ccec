import { PublicDocument } from "#app/documents/components/public-document.tsx";
import { loadDocument } from "#app/documents/public-document.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { DOCUMENT_SHAPES } from "#app/http/shapes/shapes.ts";
import type { Route } from "./+types/document";

export const handle: PageHandle = {
	kept: "document",
	Page: PublicDocument,
	shapes: DOCUMENT_SHAPES,
};

export function headers({ loaderHeaders }: Route.HeadersArgs) {
	return loaderHeaders;
}

export function loader(args: Route.LoaderArgs) {
	return loadDocument(args);
}

export default PublicDocument;

/** The shapes in which a page can be had besides HTML, by the ending of the address, with their types. */
export const SHAPE_TYPES = {
	md: "text/markdown",
	txt: "text/plain",
	json: "application/json",
	atom: "application/atom+xml",
} as const;

export type Shape = keyof typeof SHAPE_TYPES;

/** The shapes of a document's page, and of an app's (product.md, rule 61). */
export const DOCUMENT_SHAPES = ["txt", "md", "json", "atom"] as const;
export const HUB_SHAPES = ["json", "atom"] as const;

/** Returns the address of a page in a shape. No slug has a dot, so each address has one meaning. */
export function shapeAddress(page: string, shape: Shape): string {
	return `${page}.${shape}`;
}

/**
 * Returns the value of a page's `Link` header: the page in each of its shapes, and, if it is public,
 * the list of its versions (RFC 8288 and 5829).
 */
export function linksTo(page: string, shapes: readonly Shape[], history?: string | null): string {
	const links = shapes.map(
		(shape) => `<${shapeAddress(page, shape)}>; rel="alternate"; type="${SHAPE_TYPES[shape]}"`,
	);
	if (history) links.push(`<${history}>; rel="version-history"`);
	return links.join(", ");
}

/** A document in a list: `day`, when it was last changed, is "2026-11-14". */
export type DocumentRow = [id: string, title: string, slug: string, day: string];

/** The rows of a list that travels as one text: row by row, it takes longer to write than to show. */
export function parseDocumentRows(text: string): DocumentRow[] {
	return JSON.parse(text);
}

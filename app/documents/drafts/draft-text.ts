import type { Format } from "#app/platform/markdown/html/looks.ts";
import { ChangedMeanwhile } from "#app/platform/revision.ts";
import type { Kind } from "../kind.ts";

/** A draft as its editor sends it: any of its texts may be "". */
export type DraftText = {
	title: string;
	content: string;
	format?: Format | null;
	slug: string;
	kind?: Kind | null;
	effective_on: string;
	note: string;
};

type Columns = ReturnType<typeof columnsOf>;

/** Returns a draft's columns. */
export function columnsOf({
	title,
	content,
	format = null,
	kind = null,
	slug,
	...text
}: DraftText) {
	return { title, content, format, kind, slug, effectiveOn: text.effective_on, note: text.note };
}

/** Returns whether a stored draft has these texts. */
export function isSame(stored: { [Name in keyof Columns]: unknown }, columns: Columns): boolean {
	const names = Object.keys(columns) as (keyof Columns)[];
	return names.every((name) => stored[name] === columns[name]);
}

/** Another window saved the draft after this one's page was loaded. */
export class DraftChanged extends ChangedMeanwhile {}

/** Throws DraftChanged if another window saved a draft since its revision was `known`; 0 is none. */
export function requireDraftRevision(
	stored: { revision: number; updatedAt: Date },
	known: number,
): void {
	if (stored.revision === known) return;
	throw new DraftChanged(
		known === 0
			? "This document has a draft already."
			: "This draft was changed in another window while you were editing it.",
		stored,
	);
}

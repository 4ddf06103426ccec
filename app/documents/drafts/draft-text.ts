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

/** A draft's texts as they are stored. */
export type StoredText = { [Name in keyof Columns]: unknown };

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
export function isSame(stored: StoredText, columns: Columns): boolean {
	const names = Object.keys(columns) as (keyof Columns)[];
	return names.every((name) => stored[name] === columns[name]);
}

/** The draft that an editor's page shows, or has saved; null is none. */
export type KnownDraft = { id: string; revision: number } | null;

/** Another window saved the draft after this one's page was loaded. `draftId` is the stored one's. */
export class DraftChanged extends ChangedMeanwhile {
	readonly draftId: string | null;

	constructor(text: string, stored: { id: string | null; revision: number; updatedAt: Date }) {
		super(text, stored);
		this.draftId = stored.id;
	}
}

/**
 * Throws DraftChanged unless a stored draft is the one that an editor knows, at its revision. A draft that took the known one's place may have its revision, too.
 */
export function requireKnownDraft(
	stored: { id: string; revision: number; updatedAt: Date },
	known: KnownDraft,
): void {
	const isKnown = stored.id === known?.id;
	if (isKnown && stored.revision === known.revision) return;
	throw new DraftChanged(
		isKnown
			? "This draft was changed in another window while you were editing it."
			: "This document has a draft already.",
		stored,
	);
}

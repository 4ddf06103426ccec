import { z } from "zod";
import { Refusal } from "./refusal.ts";

export const STALE = "This page is out of date. Please reload it and try again.";

/** The revision that a form's page showed, so that no tab overwrites another's save unseen. */
export const revision = z.coerce
	.number({ error: STALE })
	.int({ error: STALE })
	.positive({ error: STALE });

/** Somebody saved after this form's page was loaded. `revision` and `savedAt` are of that save. */
export class ChangedMeanwhile extends Refusal {
	readonly revision: number;
	readonly savedAt: Date;

	constructor(text: string, stored: { revision: number; updatedAt: Date }) {
		super(text, { title: "Not saved yet", status: 409 });
		this.revision = stored.revision;
		this.savedAt = stored.updatedAt;
	}
}

/** Returns the text of ChangedMeanwhile for the editor of a document or a form. */
export function changedElsewhere(noun: string): string {
	return `This ${noun} was changed in another window while you were editing it.`;
}

/** Throws ChangedMeanwhile with this text when the stored revision differs. */
export function requireRevision(
	stored: { revision: number; updatedAt: Date },
	revision: number,
	text: string,
): void {
	if (stored.revision !== revision) throw new ChangedMeanwhile(text, stored);
}

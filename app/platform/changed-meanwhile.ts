import { Refusal } from "./refusal.ts";

/** Somebody saved the document or the form since this editor was opened. `revision` is theirs. */
export class ChangedMeanwhile extends Refusal {
	readonly revision: number;
	readonly savedAt: Date;

	constructor(noun: "document" | "form", revision: number, savedAt: Date) {
		super(`This ${noun} was changed in another window while you were editing it.`, {
			title: "Not saved yet",
			status: 409,
		});
		this.revision = revision;
		this.savedAt = savedAt;
	}
}

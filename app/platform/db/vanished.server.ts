import { Refusal } from "#app/platform/refusal.ts";
import { hasCode } from "./error-code.ts";

/**
 * Another request deleted what this one is about after its access was checked: an account in
 * another tab, an app while its settings are saved.
 */
export class Vanished extends Refusal {
	override name = "Vanished";

	constructor(cause: unknown) {
		super("This was deleted in the meantime. Please go back and reload the page.", {
			title: "Nothing was changed",
			status: 409,
		});
		this.cause = cause;
	}
}

/** Returns whether an error says that a row that a write needs is missing. */
export function isVanished(error: unknown): boolean {
	return hasCode(error, /^P2025$/);
}

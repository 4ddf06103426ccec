import { Refusal } from "#app/platform/refusal.ts";

/** Prisma's code for a missing row that a write needs. */
const NOT_FOUND = "P2025";

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

/** Returns whether Prisma's error says that a row is missing. */
export function isVanished(error: unknown): boolean {
	return typeof error === "object" && error !== null && "code" in error && error.code === NOT_FOUND;
}

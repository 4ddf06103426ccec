import { Refusal } from "#app/platform/refusal.ts";
import { hasCode } from "./error-code.ts";

const RETRY_AFTER_S = 30;
const TEXT =
	"Smallprint can't save anything right now, so nothing was changed. Please try again in a few minutes.";

/**
 * The disk is full, read-only or broken; another process holds the database; or too many writes
 * wait for it (Prisma's P2028).
 */
const CODES = /^(?:SQLITE_(?:FULL|READONLY|IOERR|CANTOPEN|BUSY)|P2028)/;

/** Nothing can be written for now. Writes succeed again once the cause has passed. */
export class StorageFault extends Refusal {
	override name = "StorageFault";
	readonly retryAfterSeconds = RETRY_AFTER_S;

	constructor(cause: unknown, text = TEXT) {
		super(text, { title: "Nothing was saved", status: 503 });
		this.cause = cause;
	}
}

/** Awaits `work` and gives a StorageFault this text (product.md, O27). */
export async function failAs<T>(text: string, work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (error) {
		throw error instanceof StorageFault ? new StorageFault(error.cause, text) : error;
	}
}

/** Returns whether an error says that the storage takes no writes. */
export function isStorageFault(error: unknown): boolean {
	return hasCode(error, CODES);
}

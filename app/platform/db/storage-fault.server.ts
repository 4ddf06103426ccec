import { Refusal } from "#app/platform/refusal.ts";

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

/** Returns whether Prisma's error, or one inside it, says that the storage takes no writes. */
export function isStorageFault(error: unknown): boolean {
	if (typeof error !== "object" || error === null) return false;
	const { code, originalCode, cause, meta } = error as Record<string, unknown>;
	if ([code, originalCode].some((one) => typeof one === "string" && CODES.test(one))) return true;
	const inner = (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
	return isStorageFault(cause) || isStorageFault(inner);
}

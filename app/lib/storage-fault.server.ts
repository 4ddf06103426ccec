import { Refusal } from "./refusal";

const RETRY_AFTER_S = 30;

/**
 * The disk is full, read-only or broken; another process holds the database; or too many writes wait
 * for it (Prisma's P2028).
 */
const CODES = /^(?:SQLITE_(?:FULL|READONLY|IOERR|CANTOPEN|BUSY)|P2028)/;

/** Nothing can be written for now. It passes by itself once the disk takes writes again. */
export class StorageFault extends Refusal {
	override name = "StorageFault";
	readonly retryAfterSeconds = RETRY_AFTER_S;

	constructor(cause: unknown) {
		super(
			"Smallprint can't save anything right now, so nothing was changed. Please try again in a few minutes.",
			{ title: "Nothing was saved", status: 503 },
		);
		this.cause = cause;
	}
}

/** Whether an error of Prisma's, or one inside it, says that the storage takes no writes. */
export function isStorageFault(error: unknown): boolean {
	if (typeof error !== "object" || error === null) return false;
	const { code, originalCode, cause, meta } = error as Record<string, unknown>;
	if ([code, originalCode].some((one) => typeof one === "string" && CODES.test(one))) return true;
	const inner = (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
	return isStorageFault(cause) || isStorageFault(inner);
}

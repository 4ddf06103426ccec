import crypto from "node:crypto";
import { MAIL_MAX_BYTES, type Skim } from "./skim.ts";

/** What may be left of a mail whose long parts were cut short. */
const KEPT_MAX_BYTES = 8 * 1024 * 1024;
/** How many mails are read at a time. The carrier brings more of them again. */
const MOST_AT_ONCE = 10;

let reading = 0;

type Body = {
	bytes: Buffer;
	/** The SHA-256 of the whole body, of which `bytes` may lack some. */
	hash: string;
};

/**
 * Reads a mail's body with its long parts cut short. Returns "busy" while too many others are read,
 * and "too large" for more than MAIL_MAX_BYTES, or for a mail of countless parts.
 */
export async function readBody(
	stream: ReadableStream<Uint8Array> | null,
	skim: Skim,
): Promise<Body | "busy" | "too large"> {
	if (reading >= MOST_AT_ONCE) return "busy";
	reading += 1;
	try {
		const hash = crypto.createHash("sha256");
		const kept: Uint8Array[] = [];
		let [size, keptSize] = [0, 0];
		for await (const chunk of stream ?? []) {
			hash.update(chunk);
			// A copy, because a view would hold all of the chunk.
			const part = skim(chunk).slice();
			kept.push(part);
			size += chunk.length;
			keptSize += part.length;
			if (size > MAIL_MAX_BYTES || keptSize > KEPT_MAX_BYTES) return "too large";
		}
		return { bytes: Buffer.concat(kept), hash: hash.digest("hex") };
	} finally {
		reading -= 1;
	}
}

import crypto from "node:crypto";
import v8 from "node:v8";
import vm from "node:vm";
import { MAIL_MAX_BYTES, type Skim } from "./skim.ts";

/** What may be left of a mail whose long parts were cut short. */
const KEPT_MAX_BYTES = 8 * 1024 * 1024;
/** How many mails are read at a time. The carrier brings more of them again. */
const MOST_AT_ONCE = 10;

/** After so much of a mail, the memory of what was read is freed. */
const FREE_EVERY_BYTES = 1024 * 1024;

let reading = 0;
let freeYoung: ((options: { type: "minor" }) => void) | undefined;

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
			const part = skim(chunk);
			if (part.length > 0) kept.push(part.slice());
			const before = size;
			size += chunk.length;
			if (Math.floor(size / FREE_EVERY_BYTES) > Math.floor(before / FREE_EVERY_BYTES)) free();
			keptSize += part.length;
			if (size > MAIL_MAX_BYTES || keptSize > KEPT_MAX_BYTES) return "too large";
		}
		return { bytes: Buffer.concat(kept), hash: hash.digest("hex") };
	} finally {
		reading -= 1;
	}
}

/**
 * Frees the buffers that were read. By itself, V8 looks at memory outside of its heap only once
 * that has grown by 64 MB, which a large mail's chunks do. It takes about a millisecond.
 */
function free(): void {
	if (!freeYoung) {
		v8.setFlagsFromString("--expose-gc");
		freeYoung = vm.runInNewContext("gc") as typeof freeYoung;
	}
	freeYoung?.({ type: "minor" });
}

/** A mail's body is read with its long parts cut short, because files are not taken. */
export type Skim = (chunk: Uint8Array) => Uint8Array;

/** The largest mail: Postmark's have files of 35 MB at most, which base64 makes a third larger. */
export const MAIL_MAX_BYTES = 48 * 1024 * 1024;
/** About as many bytes are kept of a mail, however large it is. */
const ROOM_BYTES = 4 * 1024 * 1024;
const LEAST_BYTES = 1024;

/** What a part may take: a quarter of what is left, so that a text below large files has some. */
function shareOf(kept: number): number {
	return Math.max(LEAST_BYTES, (ROOM_BYTES - kept) / 4);
}

const [QUOTE, BACKSLASH, LOWER_U] = [0x22, 0x5c, 0x75];
const HEX_OF_ESCAPE = 4;

/** Returns a function that passes JSON on, chunk by chunk, with its long strings cut short. */
export function skimJson(): Skim {
	let kept = 0;
	let isString = false;
	let isCut = false;
	/** How many bytes of an escape are still to come. */
	let escapeLeft = 0;
	let left = 0;

	return (chunk) => {
		const result = new Uint8Array(chunk.length);
		let size = 0;
		for (const byte of chunk) {
			const isInEscape = escapeLeft > 0;
			if (isInEscape) escapeLeft += byte === LOWER_U && escapeLeft === 1 ? HEX_OF_ESCAPE - 1 : -1;
			const isEnd = byte === QUOTE && !isInEscape;
			// Not within a character.
			const isBoundary = !isInEscape && (byte & 0xc0) !== 0x80;
			if (isString && left <= 0 && isBoundary) isCut = true;
			if (isString && byte === BACKSLASH && !isInEscape) escapeLeft = 1;
			if (isEnd) {
				isString = !isString;
				isCut = false;
				left = shareOf(kept);
			}
			if (isCut) continue;
			left -= 1;
			kept += 1;
			result[size] = byte;
			size += 1;
		}
		return result.subarray(0, size);
	};
}

/**
 * Passes on the next chunk of a mail's body, with long parts cut short, because files are not taken.
 * What it returns is overwritten by the next call: new memory for each chunk would be garbage of
 * the mail's whole size.
 */
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

const [QUOTE, BACKSLASH, LOWER_U, DASH, LINE_FEED] = [0x22, 0x5c, 0x75, 0x2d, 0x0a];
const HEX_OF_ESCAPE = 4;

/** Returns where the next of two bytes stands, or the chunk's last byte. */
function skipTo(chunk: Uint8Array, from: number, one: number, other: number): number {
	let at = from;
	while (at < chunk.length - 1 && chunk[at] !== one && chunk[at] !== other) at += 1;
	return at;
}

/** Returns a function that passes JSON on, chunk by chunk, with its long strings cut short. */
export function skimJson(): Skim {
	let kept = 0;
	let isString = false;
	let isCut = false;
	/** How many bytes of an escape are still to come. */
	let escapeLeft = 0;
	let left = 0;
	let result = new Uint8Array(0);

	return (chunk) => {
		if (result.length < chunk.length) result = new Uint8Array(chunk.length);
		let size = 0;
		for (let at = 0; at < chunk.length; at += 1) {
			if (isCut && escapeLeft === 0) at = skipTo(chunk, at, QUOTE, BACKSLASH);
			const byte = chunk[at] ?? 0;
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

/**
 * Returns a function that passes a mail on as it is sent (RFC 5322), chunk by chunk, with its long
 * parts cut short. A line that begins with "--" may begin a part.
 */
export function skimMime(): Skim {
	let kept = 0;
	let left = shareOf(0);
	/** How many dashes the line begins with; null after anything else. */
	let dashes: number | null = 0;
	let result = new Uint8Array(0);

	return (chunk) => {
		// Of a line that began in the chunk before, two more bytes may be needed.
		const most = chunk.length + 2;
		if (result.length < most) result = new Uint8Array(most);
		let size = 0;
		for (let at = 0; at < chunk.length; at += 1) {
			const isCut = left <= 0;
			if (isCut && dashes === null) at = skipTo(chunk, at, LINE_FEED, LINE_FEED);
			const byte = chunk[at] ?? 0;
			if (byte === LINE_FEED) dashes = 0;
			else if (dashes !== null) dashes = byte === DASH ? dashes + 1 : null;
			if (dashes === 2 && byte === DASH) {
				// The first dash was left out, and the end of the line before.
				if (isCut) {
					result.set([LINE_FEED, DASH], size);
					size += 2;
				}
				left = shareOf(kept);
			} else if (isCut) continue;
			left -= 1;
			kept += 1;
			result[size] = byte;
			size += 1;
		}
		return result.subarray(0, size);
	};
}

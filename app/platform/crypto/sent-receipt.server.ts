import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { clock } from "#app/platform/clock.server.ts";
import { DAY_MS } from "#app/platform/time.ts";
import { openToken, sealToken } from "./seal.server.ts";

const PURPOSE = "sent";

/** What a visitor sent through an app's form: its id, its address, and its answers if they fit. */
type Sent = { id: string; email: string; values: [id: string, value: string][] };

type Content = { number?: number; sent?: Sent };

/** The answers are packed, and null where they don't fit. */
type PackedSent = Omit<Sent, "values"> & { packed: string | null };

type Receipt = { form: string; at: number; number?: number; sent?: PackedSent };

/** Brotli's own defaults take 1 to 13 ms, in which the process does nothing else. */
const QUICKLY = {
	params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 },
};

/** Longer answers would make an address that servers refuse. */
const PACKED_MAX = 3_000;

/** Packs answers for a receipt. Returns null if they are too long for an address. */
export function packAnswers(values: Sent["values"]): string | null {
	const packed = brotliCompressSync(JSON.stringify(values), QUICKLY);
	return packed.length <= PACKED_MAX ? packed.toString("base64") : null;
}

/**
 * Returns the query of the page that says that a form was sent. It is sealed, so that nobody else
 * gets that page by adding `?sent` to an address. `form` is the id of the form that was sent, and
 * `content` what the page tells about it.
 */
export function sentReceipt(
	form: string,
	content: { number?: number; sent?: PackedSent } = {},
): string {
	const receipt: Receipt = { form, at: clock.now().getTime(), ...content };
	return `?sent=${sealToken(PURPOSE, receipt)}`;
}

/** Returns the receipt of this form in an address, for a day after it was sent; null without one. */
export function readReceipt(form: string, url: URL): Content | null {
	const receipt = openToken<Receipt>(PURPOSE, url.searchParams.get("sent") ?? "");
	if (receipt?.form !== form) return null;
	if (clock.now().getTime() - receipt.at >= DAY_MS) return null;
	const { number, sent } = receipt;
	if (!sent) return { number };
	const { id, email, packed } = sent;
	const values = packed
		? (JSON.parse(brotliDecompressSync(Buffer.from(packed, "base64")).toString()) as Sent["values"])
		: [];
	return { number, sent: { id, email, values } };
}

import { clock } from "#app/platform/clock.server.ts";
import { DAY_MS } from "#app/platform/time.ts";
import { openToken, sealToken } from "./seal.server.ts";

const PURPOSE = "sent";

type Receipt = { form: string; at: number; number?: number };

/**
 * Returns the query of the page that says that a form was sent. It is sealed, so that nobody else
 * gets that page by adding `?sent` to an address. `form` is the id of what was sent, and `number`
 * what the page tells about it.
 */
export function sentReceipt(form: string, number?: number): string {
	const receipt: Receipt = { form, at: clock.now().getTime(), number };
	return `?sent=${sealToken(PURPOSE, receipt)}`;
}

/** Returns the receipt of this form in an address, for a day after it was sent; null without one. */
export function readReceipt(form: string, url: URL): Receipt | null {
	const receipt = openToken<Receipt>(PURPOSE, url.searchParams.get("sent") ?? "");
	if (receipt?.form !== form) return null;
	return clock.now().getTime() - receipt.at < DAY_MS ? receipt : null;
}

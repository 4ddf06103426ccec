import crypto from "node:crypto";
import { clock } from "#app/platform/clock.server.ts";
import { DAY_MS } from "#app/platform/time.ts";
import { keyedHash } from "./seal.server.ts";

/**
 * Returns the query of the page that says that a form was sent. It is signed, so that nobody else
 * gets that page by adding `?sent` to an address. `form` is the id of what was sent.
 */
export function sentReceipt(form: string): string {
	const at = String(clock.now().getTime());
	return `?sent=${at}.${signatureOf(form, at)}`;
}

/** Returns whether an address carries the receipt of this form, for a day after it was sent. */
export function hasReceipt(form: string, url: URL): boolean {
	const [at = "", given = ""] = (url.searchParams.get("sent") ?? "").split(".");
	const age = clock.now().getTime() - Number(at);
	const expected = Buffer.from(signatureOf(form, at));
	const signature = Buffer.from(given);
	if (signature.length !== expected.length) return false;
	return crypto.timingSafeEqual(signature, expected) && age < DAY_MS;
}

function signatureOf(form: string, at: string): string {
	return keyedHash("sent", `${form} ${at}`);
}

import { env } from "~/lib/env.server";
import { DAY_MS, later } from "~/lib/time";
import { clock } from "~/services/clock.server";

const VALID_MS = 180 * DAY_MS;

/** Where to report a fault in the site's security, and until when that holds: about half a year. */
export function securityContact(): { email: string; expires: Date } {
	const today = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS;
	return { email: env.supportEmail, expires: later(new Date(today), VALID_MS) };
}

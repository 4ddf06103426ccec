import { clock } from "#app/platform/clock.server.ts";
import { env } from "#app/platform/env.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";

const VALID_MS = 180 * DAY_MS;

/** Where to report a security fault, and when that information expires (in about half a year). */
export function securityContact(): { email: string; expires: Date } {
	const today = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS;
	return { email: env.supportEmail, expires: later(new Date(today), VALID_MS) };
}

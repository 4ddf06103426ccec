import { clock } from "#app/platform/clock.server.ts";
import { logEvent } from "#app/platform/log.server.ts";
import { MINUTE_MS } from "#app/platform/time.ts";
import { withoutAddresses } from "./mail-event.ts";

type Attempt = { attempts: number; isGivenUp: boolean; reason: string };

/** Logs an attempt to send a mail that failed, for whoever reads why mail does not leave. */
export function logNotSent(
	mail: { id: string; stream: string; createdAt: string },
	{ reason, ...attempt }: Attempt,
): void {
	const waitedMs = clock.now().getTime() - new Date(mail.createdAt).getTime();
	logEvent("mail not sent", {
		...{ mailId: mail.id, stream: mail.stream, ...attempt },
		waitedMinutes: Math.round(waitedMs / MINUTE_MS),
		reason: withoutAddresses(reason),
	});
}

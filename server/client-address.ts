import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import type { Entry } from "./build.ts";

let isWarned = false;

/**
 * Returns the client's address. Proxy headers count only with TRUST_PROXY. On Fly, that is
 * Fly-Client-IP, because the last entry of X-Forwarded-For is the app's own address there
 * (https://fly.io/docs/networking/request-headers/). Elsewhere, it is that last entry, which the
 * nearest proxy wrote: other proxies pass on a Fly-Client-IP that the client made up. Without
 * TRUST_PROXY, the first X-Forwarded-For is logged as a warning.
 */
export function readClientAddress(
	context: Context,
	{
		env,
		logEvent,
	}: { env: Pick<Entry["env"], "trustProxy" | "isOnFly"> } & Pick<Entry, "logEvent">,
): string {
	const socketAddress = getConnInfo(context).remote.address ?? "unknown";
	if (!env.trustProxy) {
		if (!isWarned && context.req.header("X-Forwarded-For") !== undefined) {
			isWarned = true;
			const text =
				"X-Forwarded-For arrives, and TRUST_PROXY is off: limits count a proxy as one client.";
			logEvent("warning", { text });
		}
		return socketAddress;
	}
	const said = env.isOnFly
		? context.req.header("Fly-Client-IP")
		: context.req.header("X-Forwarded-For")?.split(",").at(-1)?.trim();
	return said || socketAddress;
}

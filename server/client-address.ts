import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import type { Entry } from "./build.ts";

/**
 * Returns the client's address. Proxy headers count only with TRUST_PROXY. On Fly, that is
 * Fly-Client-IP, because the last entry of X-Forwarded-For is the app's own address there
 * (https://fly.io/docs/networking/request-headers/). Elsewhere, it is that last entry, which the
 * nearest proxy wrote: other proxies pass on a Fly-Client-IP that the client made up.
 */
export function readClientAddress(
	context: Context,
	env: Pick<Entry["env"], "trustProxy" | "isOnFly">,
): string {
	const socketAddress = getConnInfo(context).remote.address ?? "unknown";
	if (!env.trustProxy) return socketAddress;
	const said = env.isOnFly
		? context.req.header("Fly-Client-IP")
		: context.req.header("X-Forwarded-For")?.split(",").at(-1)?.trim();
	return said || socketAddress;
}

import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import type { Entry } from "./build.ts";

/**
 * The client's address. A proxy's word is taken only with TRUST_PROXY: on Fly its own header, because
 * the last entry of X-Forwarded-For is the app's address there
 * (https://fly.io/docs/networking/request-headers/), and elsewhere that entry, which the nearest proxy
 * wrote. Other proxies pass Fly's header on as a client sent it.
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

import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/** Set on every request to the app, whatever a client sent under this name. */
export const CLIENT_ADDRESS_HEADER = "X-Client-Address";

/**
 * The client's address. A proxy's word is taken only with TRUST_PROXY: Fly's own header, else the
 * last entry of X-Forwarded-For, which is the one that the nearest proxy wrote.
 */
export function readClientAddress(context: Context, trustProxy: boolean): string {
	const socketAddress = getConnInfo(context).remote.address ?? "unknown";
	if (!trustProxy) return socketAddress;
	const forwarded = context.req.header("X-Forwarded-For")?.split(",").at(-1)?.trim();
	return context.req.header("Fly-Client-IP") ?? (forwarded || socketAddress);
}

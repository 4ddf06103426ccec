import http from "node:http";
import path from "node:path";
import { getRequestListener } from "@hono/node-server";
import { createPostmark } from "../../local/postmark/postmark.ts";
import { listenOnLoopback } from "./process/loopback.ts";

/**
 * Sends this test's mail in local mode to a mailbox like the server's, kept in a folder beside the
 * database. For `vi.hoisted`, since the app reads its environment when it is loaded.
 */
export async function startMailbox(isMailWaiting: () => boolean = () => false) {
	const folder = path.join(path.dirname((process.env.DATABASE_URL ?? "").slice(5)), "mailbox");
	const { api, pages } = createPostmark({ folder, isMailWaiting, inbound: null });
	const { url, stop } = await listenOnLoopback(http.createServer(getRequestListener(api.fetch)));
	process.env.POSTMARK_API_URL = url;
	return { folder, url, pages, stop };
}

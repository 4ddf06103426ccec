import fs from "node:fs";
import { serveStatic } from "@hono/node-server/serve-static";
import type { MiddlewareHandler } from "hono";

/** The folder of files whose names contain a hash of their content. */
const ASSETS = "/assets/";
const ONE_YEAR = "public, max-age=31536000, immutable";
const ONE_DAY = "public, max-age=86400";

const ROOT = "./build/client";

const serve = serveStatic({ root: ROOT, precompressed: true });

/** Returns a function that says whether a path, as it was sent, is a built client file's. */
export function fileFinder(): (path: string) => boolean {
	const namesIn = (folder: string) => fs.readdirSync(ROOT + folder).map((name) => folder + name);
	const files = new Set([...namesIn("/"), ...namesIn(ASSETS)]);
	return (path) => files.has(path);
}

/** Serves the built client files; calls `next` for any other path. */
export const serveFiles: MiddlewareHandler = async (context, next) => {
	const file = await serve(context, next);
	if (file instanceof Response) {
		const isAsset = context.req.path.startsWith(ASSETS);
		file.headers.set("Cache-Control", isAsset ? ONE_YEAR : ONE_DAY);
	}
	return file;
};

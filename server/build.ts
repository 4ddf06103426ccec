import type { Server } from "node:http";
import type { ServerBuild } from "react-router";
import type { ViteDevServer } from "vite";
import type * as entry from "../app/process.server.ts";

/** The built app. Its entry also exports what the process needs: environment and lifecycle. */
export type AppBuild = Omit<ServerBuild, "entry"> & { entry: { module: typeof entry } };

export type Entry = AppBuild["entry"]["module"];

export type Loaded = {
	build: AppBuild;
	/** Vite's middlewares in development, where every request sees the newest source. */
	vite: ViteDevServer | null;
	getBuild: () => Promise<AppBuild>;
};

type Options = { isDevelopment: boolean; server: Server };

/** Loads the production build, or starts Vite in development, whose socket shares `server`. */
export async function loadBuild({ isDevelopment, server }: Options): Promise<Loaded> {
	if (!isDevelopment) {
		const file = new URL("../build/server/index.js", import.meta.url).href;
		const build = (await import(file)) as AppBuild;
		return { build, vite: null, getBuild: async () => build };
	}
	const { createServer } = await import("vite");
	const vite = await createServer({
		server: { middlewareMode: true, hmr: { server } },
		appType: "custom",
	});
	const load = () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<AppBuild>;
	return { build: await load(), vite, getBuild: load };
}

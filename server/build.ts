import type { Server } from "node:http";
import type { ServerBuild } from "react-router";
import type { ViteDevServer } from "vite";
import type * as entry from "../app/process.server.ts";

/** The built app. Its entry also exports the environment and the process's lifecycle. */
export type AppBuild = Omit<ServerBuild, "entry"> & { entry: { module: typeof entry } };

export type Entry = AppBuild["entry"]["module"];

export type Loaded = {
	build: AppBuild;
	/** Vite in development, where every request sees the newest source; null in production. */
	vite: ViteDevServer | null;
	getBuild: () => Promise<AppBuild>;
};

type Options = { isDevelopment: boolean; server: Server };

/** Loads the production build. In development, starts Vite, whose WebSocket uses `server`. */
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

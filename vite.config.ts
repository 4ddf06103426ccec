import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({
	plugins: [reactRouter()],
	resolve: { alias: { "~": path.resolve(import.meta.dirname, "app") } },
	build: { target: "es2022", assetsInlineLimit: 0 },
	ssr: { external: ["better-sqlite3"] },
});

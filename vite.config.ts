import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { reactRouter } from "@react-router/dev/vite";
import { Features } from "lightningcss";
import { defineConfig, type Plugin } from "vite";

const { version } = JSON.parse(fs.readFileSync(`${import.meta.dirname}/package.json`, "utf8"));

/**
 * Every page that hydrates loads all of the libraries, and most of the shared code. One file of
 * each compresses better than many. Pages without a form that is checked leave out Conform.
 */
const LIBRARIES = {
	name: "libraries",
	test: /node_modules\/(?:react|react-dom|react-router|scheduler)\//,
};
const CONFORM = { name: "conform", test: /node_modules\/@conform-to\// };
const SHARED = {
	name: "shared",
	test: /\/app\/(?!(?:.*\/)?routes\/|ui\/field\/(?:field|choices|use-kept-form)\.)/,
	minShareCount: 12,
};
/** Small rules that many pages import. As separate files, their names would outweigh the code. */
const RULES = {
	name: "rules",
	test: /\/app\/(?:accounts\/sign-in-text|addresses\/reserved|billing\/plan|platform\/count)\.ts/,
};

export default defineConfig({
	plugins: [reactRouter(), compressAssets()],
	build: {
		target: "es2022",
		// The oldest engines whose visitors see the styles. Logical sides stand beside their older
		// names, and would be written once for each language that runs from right to left.
		cssTarget: ["chrome49", "firefox45", "safari10"],
		assetsInlineLimit: 0,
	},
	css: { lightningcss: { exclude: Features.LogicalProperties | Features.LightDark } },
	environments: {
		client: {
			build: {
				rolldownOptions: {
					output: { codeSplitting: { groups: [LIBRARIES, CONFORM, SHARED, RULES] } },
				},
			},
		},
	},
	ssr: { external: ["better-sqlite3"] },
	define: { __BUILD__: JSON.stringify({ version, commit: readCommit() }) },
});

/** The commit being built, or null outside a git working copy. */
function readCommit(): string | null {
	try {
		return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
			cwd: import.meta.dirname,
			encoding: "utf8",
			stdio: ["ignore", "pipe", "ignore"],
		}).trim();
	} catch {
		return null;
	}
}

/** Compresses each file once, at the highest level, beside the file that the server has. */
function compressAssets(): Plugin {
	return {
		name: "smallprint:compress-assets",
		apply: "build",
		applyToEnvironment: ({ name }) => name === "client",
		writeBundle({ dir = "" }, bundle) {
			for (const name of Object.keys(bundle).filter((one) => /\.(?:js|css)$/.test(one))) {
				const file = path.join(dir, name);
				const bytes = fs.readFileSync(file);
				fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(bytes));
				fs.writeFileSync(`${file}.gz`, zlib.gzipSync(bytes, { level: 9 }));
			}
		},
	};
}

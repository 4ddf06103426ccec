import { defineConfig, devices } from "@playwright/test";
import { debianChromium } from "./scripts/browser.ts";

const browser = {
	...devices["Desktop Chrome"],
	// The processor draws each page: few pixels and no motion leave it time for the tests.
	viewport: { width: 1024, height: 600 },
	contextOptions: { reducedMotion: "reduce" as const },
	launchOptions: {
		executablePath: debianChromium(),
		args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update"],
	},
};

export default defineConfig({
	testDir: "tests",
	outputDir: "test-results",
	globalSetup: "./tests/kit/process/template-database.ts",
	fullyParallel: true,
	// One more than a small machine's cores, because a page spends much time waiting for the server.
	workers: 3,
	forbidOnly: true,
	retries: 0,
	// The longest take half a minute on a machine with nothing else to do.
	timeout: 600_000,
	expect: { timeout: 60_000 },
	reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
	use: { screenshot: "only-on-failure", trace: "off" },
	// The longest tests first, so that none is left to a single worker at the end.
	projects: [
		{ name: "browser", testDir: "tests/browser", use: browser },
		{ name: "javascript on", testDir: "tests/e2e", use: { ...browser, javaScriptEnabled: true } },
		{
			name: "javascript off",
			testDir: "tests/e2e",
			// What scripts do, and pages that ship none: without JavaScript they would be as with it.
			grepInvert: /@once/,
			use: { ...browser, javaScriptEnabled: false },
		},
	],
});

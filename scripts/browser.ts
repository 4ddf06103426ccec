import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { chromium } from "@playwright/test";
import { run } from "./run.ts";

export const DEBIAN_CHROMIUM = "/usr/bin/chromium";

/**
 * Makes sure that there is a Chromium for the end-to-end tests: Debian's, or Playwright's own.
 * Installs one where it can; else says in one sentence what to do, and answers false.
 */
export function findBrowser(): boolean {
	if (hasBrowser()) return true;
	if (process.getuid?.() === 0 && hasApt()) {
		run("apt-get", ["update", "-qq"]);
		run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
	} else {
		run("playwright", ["install", "chromium"]);
	}
	if (hasBrowser()) return true;
	process.stdout.write(
		`The end-to-end tests need Chromium: run "apt-get install chromium" as root, or "npx playwright install chromium", and then "npm test" again.\n`,
	);
	return false;
}

function hasBrowser(): boolean {
	return fs.existsSync(DEBIAN_CHROMIUM) || fs.existsSync(chromium.executablePath());
}

function hasApt(): boolean {
	try {
		execFileSync("apt-get", ["--version"], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { chromium } from "@playwright/test";
import { run } from "./run.ts";

/** The headless shell has no window, and needs two thirds of the time for a page. */
const DEBIAN_PACKAGES = ["chromium-headless-shell", "chromium"];

/** The path of Debian's Chromium; undefined when Playwright's own is used. */
export function debianChromium(): string | undefined {
	return DEBIAN_PACKAGES.map((name) => `/usr/bin/${name}`).find((file) => fs.existsSync(file));
}

/**
 * Makes sure that there is a Chromium for the end-to-end tests: Debian's or Playwright's own.
 * Installs one if it can; otherwise prints what to do and returns false.
 */
export function findBrowser(): boolean {
	if (hasBrowser()) return true;
	if (process.getuid?.() === 0 && hasApt()) {
		run("apt-get", ["update", "-qq"]);
		DEBIAN_PACKAGES.some((name) =>
			run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name]),
		);
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
	return debianChromium() !== undefined || fs.existsSync(chromium.executablePath());
}

function hasApt(): boolean {
	try {
		execFileSync("apt-get", ["--version"], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}

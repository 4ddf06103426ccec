import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { root } from "./run.ts";

const VERSION = "v0.203.0";
const INSTALL_MS = 300_000;

const folder = path.join(root, "node_modules/.cache/smallprint", `stripe-mock-${VERSION}`);

/** Stripe's mock server, which checks every request against Stripe's OpenAPI description. */
export const STRIPE_MOCK = path.join(
	folder,
	process.platform === "win32" ? "stripe-mock.exe" : "stripe-mock",
);

/**
 * Makes sure that stripe-mock is there, installing it once with Go. Without Go or a network, prints
 * why and returns false.
 */
export function findStripeMock(): boolean {
	if (fs.existsSync(STRIPE_MOCK)) return true;
	const { status, error } = spawnSync(
		"go",
		["install", `github.com/stripe/stripe-mock@${VERSION}`],
		{ env: { ...process.env, GOBIN: folder }, stdio: "ignore", timeout: INSTALL_MS },
	);
	if (status === 0 && fs.existsSync(STRIPE_MOCK)) return true;
	const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
	process.stdout.write(
		`Requests to Stripe were not checked against stripe-mock, because ${
			isMissing ? "Go is not installed" : "Go could not install it (is there a network?)"
		}.\n`,
	);
	return false;
}

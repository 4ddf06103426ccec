import { defineConfig } from "vitest/config";

/** So much that a machine which does twenty other things at once comes through. */
const TIMEOUTS = {
	testTimeout: 600_000,
	hookTimeout: 600_000,
	expect: { poll: { timeout: 120_000 } },
};

export default defineConfig({
	test: {
		pool: "forks",
		// Twice a small machine's cores: many tests wait for a worker or a retry.
		maxWorkers: 4,
		globalSetup: ["tests/kit/process/template-database.ts"],
		projects: [
			{
				test: {
					name: "unit",
					include: ["{app,server,scripts,local}/**/*.test.ts", "tests/integration/**/*.test.ts"],
					setupFiles: ["tests/kit/process/own-database.ts"],
					...TIMEOUTS,
				},
			},
			{
				test: {
					// Runs against Stripe's mock server, which scripts/test.ts installs if it can.
					name: "stripe-mock",
					include: ["tests/stripe-mock/**/*.test.ts"],
					setupFiles: ["tests/kit/process/own-database.ts"],
					...TIMEOUTS,
				},
			},
			{
				test: {
					// Runs against the built server in a process of its own.
					name: "http",
					include: ["tests/http/**/*.test.ts"],
					setupFiles: ["tests/kit/process/own-database.ts"],
					...TIMEOUTS,
				},
			},
		],
	},
});

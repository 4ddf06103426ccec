import { createRequire } from "node:module";
import type Stripe from "stripe";

const require = createRequire(import.meta.url);

/** Loads Stripe's SDK at its first use: it takes 70 ms and 10 MB, which not every process needs. */
export function stripeSdk(): typeof Stripe {
	return require("stripe");
}

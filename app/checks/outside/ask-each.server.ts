import type { UserAccess } from "#app/accounts/access.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { enforceLimit, type RefusingLimit } from "#app/platform/limits/limits.server.ts";
import { createTurns } from "#app/platform/limits/turns.ts";
import type { OutsideOptions } from "#app/platform/outside/fetch-outside.server.ts";
import { HOUR_MS } from "#app/platform/time.ts";
import type { Verdict } from "./verdict.ts";

/** An address that was asked, and what became of it. */
export type Outcome = Verdict & { asked: string };

/** How many links of a document, or pages of an app, are asked at a press. */
export const MOST_ASKED = 20;

/** How many of them at a time: the process makes ten such requests at most, for everybody. */
const AT_ONCE = 4;
const EACH_MS = 6_000;
/** A press is answered after so long at the latest. */
const ALL_MS = 20_000;

/** How often an account has other sites asked (product.md, rule 71). */
const OUTSIDE_CHECKS: RefusingLimit = {
	name: "outside check",
	most: 20,
	windowMs: HOUR_MS,
	sentence: (wait) => `You have checked 20 times within the hour. You can check again in ${wait}.`,
};

const NO_TIME: Verdict = {
	state: "unsure",
	text: "There was no time left to ask it. Please try again, or look yourself.",
};

type Asking = Pick<OutsideOptions, "timeoutMs" | "signal">;

/**
 * Asks a few addresses at a time, and returns what became of each. `leaving` ends it early: nobody
 * waits for the answer. Throws Refusal (429) when the account has asked too often.
 */
export async function askEach(
	{ userId }: UserAccess,
	addresses: string[],
	ask: (address: string, asking: Asking) => Promise<Verdict>,
	leaving: AbortSignal,
): Promise<Outcome[]> {
	await transaction(async (tx) => enforceLimit(tx, OUTSIDE_CHECKS, userId));
	const signal = AbortSignal.any([leaving, AbortSignal.timeout(ALL_MS)]);
	const inTurn = createTurns({
		atOnce: AT_ONCE,
		waiting: addresses.length,
		busy: () => new Error("There is room for each of them"),
	});
	const verdictOn = async (address: string) => {
		const verdict = signal.aborted ? NO_TIME : await ask(address, { timeoutMs: EACH_MS, signal });
		const wasCut = signal.aborted && verdict.state === "unsure";
		return { asked: address, ...(wasCut ? NO_TIME : verdict) };
	};
	return Promise.all(addresses.map((address) => inTurn(() => verdictOn(address))));
}

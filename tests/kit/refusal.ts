import { expect } from "vitest";
import { Refusal } from "#app/platform/refusal.ts";

/** Returns the Refusal that `work` throws; anything else fails the test. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
	const outcome = await work.then(
		() => "it was allowed",
		(error: unknown) => error,
	);
	expect(outcome).toBeInstanceOf(Refusal);
	return outcome as Refusal;
}

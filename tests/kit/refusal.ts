import { expect } from "vitest";
import { TooMany } from "#app/platform/limits/limits.server.ts";
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

/** The seconds of a visitor's 429, or the step that came instead. */
export function retryAfter(next: { step: string; refusal?: Refusal }): number | string {
	if (!next.refusal) return next.step;
	expect(next.refusal).toBeInstanceOf(TooMany);
	expect(next.refusal).toMatchObject({
		status: 429,
		message: expect.stringMatching(
			/^Too many submissions\. Please wait before submitting again\.( You can send again in \d+ minutes?\.)?$/,
		),
	});
	return (next.refusal as TooMany).retryAfterSeconds;
}

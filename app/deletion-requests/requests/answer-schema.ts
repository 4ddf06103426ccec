import { z } from "zod";
import { trimmed } from "#app/platform/text.ts";

const TEXT_MAX = 5_000;
const REASON_MAX = 2_000;

/** The outcome that the page showed, "" for none: another one since then must not be overwritten. */
const shown = z.enum(["", "refused"]).default("");

export const doneSchema = z.object({ text: trimmed({ max: TEXT_MAX }), shown });

export const refusalSchema = z.object({
	reason: trimmed({
		max: REASON_MAX,
		required: "Please write the reason. The person gets it by mail.",
	}),
	shown,
});

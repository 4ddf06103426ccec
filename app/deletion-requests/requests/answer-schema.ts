import { z } from "zod";
import { text } from "#app/platform/text.ts";

const TEXT_MAX = 5_000;
const REASON_MAX = 2_000;

/** The outcome that the page showed, "" for none: another one since then must not be overwritten. */
const shown = z.enum(["", "refused"]).default("");

const trimmed = (options: { max: number; required?: string }) =>
	text(options).transform((value) => (value ?? "").trim());

export const doneSchema = z.object({ text: trimmed({ max: TEXT_MAX }), shown });

export const refusalSchema = z.object({
	reason: trimmed({
		max: REASON_MAX,
		required: "Please write the reason. The person gets it by mail.",
	}),
	shown,
});

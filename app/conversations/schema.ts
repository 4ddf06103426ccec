import { z } from "zod";
import { text } from "#app/platform/text.ts";
import { PRIORITIES, STATUSES } from "./submission-rules.ts";

const NOTES_MAX = 5_000;
export const TAG_MAX = 40;
export const TAGS_MAX = 20;

/** Tags separated by commas. Blank and repeated ones are dropped. */
const tags = text({ max: TAGS_MAX * (TAG_MAX + 2) })
	.transform((value) => [
		...new Set(
			(value ?? "")
				.split(",")
				.map((tag) => tag.trim())
				.filter(Boolean),
		),
	])
	.refine((list) => list.length <= TAGS_MAX, `Please use at most ${TAGS_MAX} tags.`)
	.refine(
		(list) => list.every((tag) => [...tag].length <= TAG_MAX),
		`Please use at most ${TAG_MAX} characters for a tag.`,
	);

export const notes = text({ max: NOTES_MAX }).transform((value) => (value ?? "").trim());

export const status = z.enum(STATUSES, { error: "Please choose a status." });
export const priority = z.enum(PRIORITIES, { error: "Please choose a priority." });

/** The details that an owner keeps about a submission. */
export const submissionDetailsSchema = z.object({
	status,
	priority,
	tags,
	notes,
	internal_notes: notes,
});

export type SubmissionDetails = z.infer<typeof submissionDetailsSchema>;

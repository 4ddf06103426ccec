import { z } from "zod";
import { PRIORITIES, STATUSES } from "./submission-rules";
import { text } from "./text";

const NOTES_MAX = 5_000;
const TAG_MAX = 40;
const TAGS_MAX = 20;

/** Tags are typed with commas between them; blank and repeated ones are dropped. */
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

const notes = text({ max: NOTES_MAX }).transform((value) => (value ?? "").trim());

/** What an owner keeps about a submission. */
export const submissionDetailsSchema = z.object({
	status: z.enum(STATUSES, { error: "Please choose a status." }),
	priority: z.enum(PRIORITIES, { error: "Please choose a priority." }),
	tags,
	notes,
	internal_notes: notes,
});

export type SubmissionDetails = z.infer<typeof submissionDetailsSchema>;

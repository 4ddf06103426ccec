import { z } from "zod";
import { requestId } from "#app/platform/request-id.ts";
import { line, text, trimmed } from "#app/platform/text.ts";
import { PRIORITIES, STATUSES } from "./submission-rules.ts";

const TEXT_MAX = 5_000;
/** So many submissions are changed at once: a page of the list. */
export const BULK_MAX = 50;
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

/** The rows that are ticked in a list of submissions. */
export const selectedIds = z
	.array(z.string())
	.min(1, "Please select at least one submission.")
	.max(BULK_MAX, `Please select at most ${BULK_MAX} submissions.`);

/** What is done with them. Enter in the field of the tag presses no button, so it means Tag. */
export const bulkIntent = z.enum(["resolve", "close", "reopen", "tag"]).default("tag");

/** A tag is needed by Tag alone. */
export const bulkSchema = z
	.object({ id: selectedIds, intent: bulkIntent, tag: tags })
	.refine(({ intent, tag }) => intent !== "tag" || tag.length > 0, {
		path: ["tag"],
		error: "Please write the tag.",
	});

/** The page makes `request_id`, so that a double click sends one message. */
export const messageSchema = z.object({
	message: trimmed({ max: TEXT_MAX, required: "Please write a message." }),
	request_id: requestId,
});

export const savedReplySchema = z.object({
	title: line({ max: 100, required: "Please give the reply a title." }),
	text: trimmed({ max: TEXT_MAX, required: "Please write the reply." }),
});

/** A note that only the owner sees. */
export const noteSchema = z.object({
	internal_note: trimmed({ max: TEXT_MAX, required: "Please write a note." }),
	request_id: requestId,
});

/** How an account is told about messages. */
export const notificationsSchema = z.object({
	notifications: z.enum(["each", "daily", "none"], { error: "Please choose one of the three." }),
});

export type Notifications = z.infer<typeof notificationsSchema>["notifications"];

export const notes = trimmed({ max: TEXT_MAX });

export const status = z.enum(STATUSES, { error: "Please choose a status." });
export const priority = z.enum(PRIORITIES, { error: "Please choose a priority." });

/** The details that an owner keeps about a submission. */
export const submissionDetailsSchema = z.object({
	status,
	/** The status that the page showed. Whoever left it as it was changes nothing. */
	shown_status: status.optional(),
	priority,
	tags,
	notes,
});

export type SubmissionDetails = z.infer<typeof submissionDetailsSchema>;

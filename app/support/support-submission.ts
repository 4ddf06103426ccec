import { z } from "zod";
import { notes, priority, status, TAG_MAX } from "#app/conversations/schema.ts";
import { revision } from "#app/platform/revision.ts";
import { line, text } from "#app/platform/text.ts";

/** What operators record about a message. `tag` is added, and `remove_tag` is removed. */
export const supportDetailsSchema = z.object({
	status,
	priority,
	notes,
	tag: line({ max: TAG_MAX, required: "" }),
	remove_tag: text({ max: TAG_MAX }),
	revision,
});

export type SupportDetails = z.infer<typeof supportDetailsSchema>;

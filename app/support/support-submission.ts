import { z } from "zod";
import { notes, priority, status, TAG_MAX } from "#app/conversations/schema.ts";
import { revision } from "#app/platform/revision.ts";
import { line, text } from "#app/platform/text.ts";

/** What operators keep about a message to them. `tag` is added and `remove_tag` is taken away. */
export const supportDetailsSchema = z.object({
	status,
	priority,
	notes,
	tag: line({ max: TAG_MAX, required: "" }),
	remove_tag: text({ max: TAG_MAX }),
	revision,
});

export type SupportDetails = z.infer<typeof supportDetailsSchema>;

import { z } from "zod";
import { notes, priority, status, TAG_MAX } from "#app/conversations/schema.ts";
import { line, text } from "#app/platform/text.ts";

/**
 * What operators keep about a message to them. `tag` is added and `remove_tag` is taken away;
 * `seen` is when it had last been changed as far as the page knew.
 */
export const supportDetailsSchema = z.object({
	status,
	priority,
	notes,
	tag: line({ max: TAG_MAX, required: "" }),
	remove_tag: text({ max: TAG_MAX }),
	seen: z.iso.datetime({ error: "This page is out of date. Please reload it and try again." }),
});

export type SupportDetails = z.infer<typeof supportDetailsSchema>;

import { z } from "zod";
import { requestId } from "#app/platform/request-id.ts";
import { text } from "#app/platform/text.ts";

export const MESSAGE_MAX = 5_000;

/** `request_id` is drawn by the page, so that a double click says it once. */
export const messageSchema = z.object({
	message: text({ max: MESSAGE_MAX, required: "Please write a message." }).transform((value) =>
		(value ?? "").replace(/\r\n?/g, "\n").trim(),
	),
	request_id: requestId,
});

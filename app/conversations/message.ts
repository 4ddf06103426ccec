import { z } from "zod";
import { requestId } from "#app/platform/request-id.ts";
import { text } from "#app/platform/text.ts";

export const MESSAGE_MAX = 5_000;

/** The page makes `request_id`, so that a double click sends one message. */
export const messageSchema = z.object({
	message: text({ max: MESSAGE_MAX, required: "Please write a message." }).transform((value) =>
		(value ?? "").replace(/\r\n?/g, "\n").trim(),
	),
	request_id: requestId,
});

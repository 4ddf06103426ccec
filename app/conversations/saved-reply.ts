import { z } from "zod";
import { line, text } from "#app/platform/text.ts";
import { MESSAGE_MAX } from "./message.ts";

export const savedReplySchema = z.object({
	title: line({ max: 100, required: "Please give the reply a title." }),
	text: text({ max: MESSAGE_MAX, required: "Please write the reply." }).transform((value) =>
		(value ?? "").trim(),
	),
});

import { z } from "zod";
import { MESSAGE_MAX } from "./message";
import { line, text } from "./text";

export const savedReplySchema = z.object({
	title: line({ max: 100, required: "Please give the reply a title." }),
	text: text({ max: MESSAGE_MAX, required: "Please write the reply." }).transform((value) =>
		(value ?? "").trim(),
	),
});

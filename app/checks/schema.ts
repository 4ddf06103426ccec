import { z } from "zod";

/** Which document's links are asked. */
export const linksSchema = z.object({
	document: z.string({ error: "Please choose a document." }).max(100, "Please choose a document."),
});

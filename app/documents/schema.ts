import { z } from "zod";
import { requestId } from "#app/platform/request-id.ts";
import { revision } from "#app/platform/revision.ts";
import { text } from "#app/platform/text.ts";
import {
	CONTENT_MAX_BYTES,
	CONTENT_TOO_LONG,
	isContentWithinLimit,
	readFormat,
	TITLE_MAX,
} from "./document-rules.ts";

const TITLE_AND_CONTENT_REQUIRED = "Please provide both a title and content.";
/** A word processor's line break stays one in Markdown, where two spaces at a line's end say so. */
function keepLineBreaks(value: unknown): unknown {
	return typeof value === "string" ? value.replace(/\v/g, "  \n").replace(/\f/g, "\n\n") : value;
}

export const documentSchema = z.object({
	title: text({ max: TITLE_MAX, required: TITLE_AND_CONTENT_REQUIRED }).transform((value) =>
		(value ?? "").replace(/\s+/gu, " ").trim(),
	),
	content: z.preprocess(
		keepLineBreaks,
		text({ max: CONTENT_MAX_BYTES, required: TITLE_AND_CONTENT_REQUIRED }).refine(
			(value) => isContentWithinLimit(value ?? ""),
			CONTENT_TOO_LONG,
		),
	),
	format: z.unknown().optional().transform(readFormat),
});

/** The page generates `request_id`, so that a double click publishes once. */
export const createDocumentSchema = documentSchema.extend({ request_id: requestId });

export const updateDocumentSchema = documentSchema.extend({ revision });

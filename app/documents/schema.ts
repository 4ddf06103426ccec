import { z } from "zod";
import { SLUG_MAX, slugify } from "#app/addresses/slug.ts";
import { requestId } from "#app/platform/request-id.ts";
import { revision, STALE } from "#app/platform/revision.ts";
import { text } from "#app/platform/text.ts";
import { describeDayFault, readDay } from "./applies-from.ts";
import {
	CONTENT_MAX_BYTES,
	CONTENT_TOO_LONG,
	isContentWithinLimit,
	isReservedDocumentSlug,
	NOTE_MAX,
	readFormat,
	TITLE_MAX,
} from "./document-rules.ts";
import { readKind } from "./kind.ts";

const TITLE_AND_CONTENT_REQUIRED = "Please provide both a title and content.";
/** A word processor's line break stays one in Markdown, where two spaces at a line's end say so. */
function keepLineBreaks(value: unknown): unknown {
	return typeof value === "string" ? value.replace(/\v/g, "  \n").replace(/\f/g, "\n\n") : value;
}

/** The last part of a public address, by the owner's choice. "": it follows the title. */
const slug = text({ max: TITLE_MAX }).transform((value, context) => {
	const typed = (value ?? "").trim();
	const slug = slugify(typed, TITLE_MAX);
	const fault = typed && describeSlugFault(typed, slug);
	if (fault) context.addIssue({ code: "custom", message: fault });
	return slug;
});

/** Capitals and spaces are turned into what an address has instead. Nothing else is, unseen. */
function describeSlugFault(typed: string, slug: string): string {
	if (typed.toLowerCase().replace(/\s+/g, "-") !== slug) {
		const proposal = slug && ` How about "${slugify(slug)}"?`;
		return `An address has only the letters a to z, digits and single dashes between them.${proposal}`;
	}
	if (slug.length > SLUG_MAX) return `Please use at most ${SLUG_MAX} characters.`;
	if (isReservedDocumentSlug(slug)) {
		return `"${slug}" is the address of a page of Smallprint's own. Please choose another one.`;
	}
	return "";
}

/** What `joinDay` makes of the answers that are no day. */
const AT_ONCE = "at once";
const NO_DAY = "no day";
const BOTH = "both";

const DAY_FAULTS: Record<string, string> = {
	[NO_DAY]: "Please say from which day it applies, or choose “At once”.",
	[BOTH]: "You gave a day, but chose “At once”. Please choose “From”, or empty the day.",
};

/**
 * Makes one answer of two: whether the text applies at once or from a day, and the day. A program may
 * post the day alone.
 */
function joinDay(posted: unknown): unknown {
	const { applies, effective_on: typed, ...rest } = posted as Record<string, unknown>;
	const isBlank = typed === undefined || (typeof typed === "string" && typed.trim() === "");
	if (applies === "at_once") return { ...rest, effective_on: isBlank ? AT_ONCE : BOTH };
	if (applies === "from" && isBlank) return { ...rest, effective_on: NO_DAY };
	return { ...rest, effective_on: typed };
}

/** The day from which the text applies, as YYYY-MM-DD. "": the owner names none. Missing: as it was. */
const effectiveOn = z
	.string({ error: "Please give one day." })
	.optional()
	.transform((value, context) => {
		if (value === undefined) return undefined;
		if (value === AT_ONCE) return "";
		const day = readDay(value);
		const fault = DAY_FAULTS[value] ?? describeDayFault(day, new Date());
		if (fault) context.addIssue({ code: "custom", message: fault });
		return day ?? "";
	});

function singleSpaced(value = ""): string {
	return value.replace(/\s+/gu, " ").trim();
}

export const documentSchema = z.object({
	title: text({ max: TITLE_MAX, required: TITLE_AND_CONTENT_REQUIRED }).transform(singleSpaced),
	content: z.preprocess(
		keepLineBreaks,
		text({ max: CONTENT_MAX_BYTES, required: TITLE_AND_CONTENT_REQUIRED }).refine(
			(value) => isContentWithinLimit(value ?? ""),
			CONTENT_TOO_LONG,
		),
	),
	slug,
	format: z.unknown().optional().transform(readFormat),
	/** Missing: as it was. */
	kind: z
		.unknown()
		.optional()
		.transform((value) => (value === undefined ? undefined : readKind(value))),
	effective_on: effectiveOn,
	note: text({ max: NOTE_MAX }).transform((value) => (value ?? "").trim()),
});

/** The draft that an editor shows, which publishing settles. "": none. */
const draft = {
	draft: text({ max: 36 }),
	draft_revision: z.coerce.number({ error: STALE }).int({ error: STALE }).default(0),
};

function withDraftRef<Posted extends { draft: string; draft_revision: number }>({
	draft,
	draft_revision,
	...posted
}: Posted) {
	return { ...posted, draft: draft ? { id: draft, revision: draft_revision } : undefined };
}

/** The page generates `request_id`, so that a double click publishes once. */
export const createDocumentSchema = z.preprocess(
	joinDay,
	documentSchema.extend({ request_id: requestId, ...draft }).transform(withDraftRef),
);

export const updateDocumentSchema = z.preprocess(
	joinDay,
	documentSchema
		.extend({
			revision,
			...draft,
			/** A box that is ticked for a correction that nobody is told of. */
			is_small: z
				.unknown()
				.optional()
				.transform((value) => value === "on"),
		})
		.transform(withDraftRef),
);

/** An unfinished document: every text may be "". Its address is checked when it is published. */
export const saveDraftSchema = documentSchema.extend({
	title: text({ max: TITLE_MAX }).transform(singleSpaced),
	content: z.preprocess(
		keepLineBreaks,
		text({ max: CONTENT_MAX_BYTES }).refine(isContentWithinLimit, CONTENT_TOO_LONG),
	),
	slug: text({ max: TITLE_MAX }),
	...draft,
	/** Of a document that is yet to be. */
	request_id: requestId.optional(),
	/** The document's revision that the text began from. */
	revision: revision.optional(),
});

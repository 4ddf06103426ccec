import { z } from "zod";
import { STALE } from "#app/platform/revision.ts";
import { line, trimmed } from "#app/platform/text.ts";
import { DAYS_MAX, LABEL_MAX, LIST_MAX, STEPS_MAX } from "./page-rules.ts";

const DAYS = `Please enter a number of days from 1 to ${DAYS_MAX}.`;

/** The texts of an app's deletion page. Google asks for what is deleted and what is kept. */
export const deletionPageSchema = z
	.object({
		steps: trimmed({ max: STEPS_MAX }),
		deleted: trimmed({ max: LIST_MAX, required: "Please say what is deleted." }),
		kept: trimmed({
			max: LIST_MAX,
			required: "Please say what is kept, and for how long, or that nothing is kept.",
		}),
		identifier_label: line({ max: LABEL_MAX }),
		days: z.coerce.number({ error: DAYS }).int(DAYS).min(1, DAYS).max(DAYS_MAX, DAYS),
		offers_part: z.boolean().default(false),
		/** 0 before the first save. */
		revision: z.coerce.number({ error: STALE }).int({ error: STALE }).min(0, STALE),
	})
	.transform(({ identifier_label: identifierLabel, offers_part: offersPart, ...texts }) => ({
		...texts,
		identifierLabel,
		offersPart,
	}));

export type DeletionPageSave = z.output<typeof deletionPageSchema>;

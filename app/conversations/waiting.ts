import { sqlOf } from "#app/platform/db/condition.ts";

/** "New": a verified submission whose last message is the visitor's (product.md, rule 41). */
export const newSubmission = { lastSender: "user", verifiedAt: { not: null } } as const;

/** Submissions that wait for the owner's reply: new ones that are not closed. */
const waitingSubmission = { ...newSubmission, status: { not: "closed" } } as const;

/** The same condition in plain SQL, where `s` is the submission. */
export const IS_WAITING = sqlOf(waitingSubmission, "s");

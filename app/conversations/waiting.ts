import { sqlOf } from "#app/platform/db/condition.ts";

/** "New": a verified submission whose last message is the visitor's (product.md, rule 41). */
export const newSubmission = { lastSender: "user", verifiedAt: { not: null } } as const;

/** What waits for the owner's answer: what is new, unless it was closed. */
export const waitingSubmission = { ...newSubmission, status: { not: "closed" } } as const;

/** The same for plain SQL, where `s` is the submission. */
export const IS_WAITING = sqlOf(waitingSubmission, "s");

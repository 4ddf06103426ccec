/** Why a mail is held, and how its conversation says so. */
export const REASONS = {
	"another-address": "from another address",
	unproved: "the sender’s domain does not vouch for it",
	spam: "looks like spam",
	repeated: "the same text for the third time in a row",
	"too-many": "more than 20 mails within the hour",
} as const;

export type Reason = keyof typeof REASONS;

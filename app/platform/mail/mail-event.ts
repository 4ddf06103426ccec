import { z } from "zod";

/** What Postmark says about a mail that it took before, or about a mailbox. */
export type MailEvent =
	| {
			kind: "bounce" | "complaint";
			/** The outbox's id, which the mail was sent with; null if Postmark left it out. */
			mailId: string | null;
			/** Postmark's id of the mail. */
			messageId: string;
			/** Why, in one line, without any address. */
			reason: string;
			/** Postmark sends nothing more to the mailbox. */
			isForGood: boolean;
	  }
	| { kind: "reactivated"; email: string };

const REASON_MAX = 300;

/** Bounces of these types don't say that the mail is lost (Postmark, Bounce API, "Bounce types"). */
const HARMLESS = new Set([
	"Transient",
	"Unsubscribe",
	"Subscribe",
	"AutoResponder",
	"AddressChange",
	"OpenRelayTest",
	"InboundError",
]);

const text = z.string().catch("");
const reported = z.object({
	MessageID: z.string().min(1),
	Type: text,
	Name: text,
	Description: text,
	Details: text,
	Inactive: z.boolean().catch(false),
	Metadata: z.object({ outbox_id: z.string() }).nullish().catch(null),
});
const changed = z.object({ Recipient: z.string().min(3), SuppressSending: z.literal(false) });

/**
 * Reads a record that Postmark posts: a bounce, a spam complaint, or a mailbox that was activated
 * again. Returns null for every other record, such as a delivery or a type that is yet to come.
 * Throws a ZodError when a bounce or a complaint names no mail.
 */
export function readMailEvent(record: Record<string, unknown>): MailEvent | null {
	const { RecordType } = record;
	if (RecordType === "SubscriptionChange") {
		const { data } = changed.safeParse(record);
		return data ? { kind: "reactivated", email: data.Recipient } : null;
	}
	if (RecordType !== "Bounce" && RecordType !== "SpamComplaint") return null;
	const { MessageID, Metadata, ...bounce } = reported.parse(record);
	const isComplaint = RecordType === "SpamComplaint" || bounce.Type === "SpamComplaint";
	if (!isComplaint && HARMLESS.has(bounce.Type)) return null;
	return {
		kind: isComplaint ? "complaint" : "bounce",
		mailId: Metadata?.outbox_id ?? null,
		messageId: MessageID,
		reason: reasonOf(bounce),
		isForGood: isComplaint || bounce.Inactive,
	};
}

/**
 * The other mail server's words may name an address that is nobody's business, such as the one that
 * the mailbox forwards to.
 */
function reasonOf({ Name, Description, Details }: Record<string, unknown>): string {
	const said = [Name, Details || Description].filter(Boolean).join(": ");
	return withoutAddresses(said).slice(0, REASON_MAX) || "No reason was given.";
}

/** Returns a text in one line, with "(address)" for each e-mail address. */
export function withoutAddresses(said: string): string {
	return (
		said
			.replace(/[\s\p{Cc}]+/gu, " ")
			// Each word is looked at once: a pattern with the @ in it would try each character of a long one.
			.replace(/[^\s<>"'(),;:]+/g, (word) => (/.@./s.test(word) ? "(address)" : word))
			.trim()
	);
}

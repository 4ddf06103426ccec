/** Mail that one person's act causes, or mail that many get at once, which must not delay the other. */
export type Stream = "transactional" | "broadcast";

/** A mail that is ready to send. `id` is the outbox's, by which a duplicate can be recognised. */
export type Mail = {
	id: string;
	to: string;
	subject: string;
	text: string;
	html: string;
	replyTo: string;
	stream: Stream;
	/** Further headers, by name. */
	headers?: Record<string, string>;
	/** The app whose mail it is, for the sender's display name. */
	app?: string;
	/** The holder of the mailbox says that it takes mail again, so the service is to try it. */
	reactivates?: boolean;
};

/** `refused` is permanent: the service will never deliver the mail. `failed` may be retried. */
export type Delivery =
	| { outcome: "sent"; messageId: string }
	/** `isInactive`: the mailbox is gone, or its holder called an earlier mail spam. */
	| { outcome: "refused"; reason: string; isInactive?: boolean }
	| { outcome: "failed"; reason: string };

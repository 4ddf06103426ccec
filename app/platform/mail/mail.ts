/** One mail, ready to leave. `id` is the outbox's, so that a doubtful second copy can be told. */
export type Mail = {
	id: string;
	to: string;
	subject: string;
	text: string;
	html: string;
	replyTo: string;
};

/** `refused` is for good: the service will never deliver it. `failed` may be tried again. */
export type Delivery =
	| { outcome: "sent"; messageId: string }
	| { outcome: "refused"; reason: string }
	| { outcome: "failed"; reason: string };

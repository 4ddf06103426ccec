import { Errors, Models, ServerClient } from "postmark";
import { env } from "~/lib/env.server";

const TIMEOUT_S = 10;

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

/** Hands a mail to Postmark, or in local mode to the mailbox, which shows the outbox itself. */
export function deliver(mail: Mail): Promise<Delivery> {
	return env.postmark ? deliverByPostmark(mail) : deliverLocally(mail);
}

async function deliverLocally(mail: Mail): Promise<Delivery> {
	return { outcome: "sent", messageId: `local-${mail.id}` };
}

async function deliverByPostmark(mail: Mail): Promise<Delivery> {
	try {
		const answer = await client().sendEmail({
			From: env.mailFrom,
			To: mail.to,
			Subject: mail.subject,
			TextBody: mail.text,
			HtmlBody: mail.html,
			ReplyTo: mail.replyTo,
			MessageStream: "outbound",
			TrackOpens: false,
			TrackLinks: Models.LinkTrackingOptions.None,
			Metadata: { outbox_id: mail.id },
		});
		return { outcome: "sent", messageId: answer.MessageID };
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		return { outcome: isForGood(error) ? "refused" : "failed", reason };
	}
}

/**
 * Postmark's codes: 406 is an inactive recipient (bounced or complained before), 300 an address
 * or header that it can't take. Everything else may be mended or pass.
 */
function isForGood(error: unknown): boolean {
	return (
		error instanceof Errors.InactiveRecipientsError ||
		error instanceof Errors.InvalidEmailRequestError
	);
}

let postmark: ServerClient | undefined;

function client(): ServerClient {
	if (postmark) return postmark;
	if (!env.postmark) throw new Error("Postmark is for hosted mode");
	const address = new URL(env.postmark.apiUrl ?? "https://api.postmarkapp.com");
	postmark = new ServerClient(env.postmark.serverToken, {
		requestHost: address.host,
		useHttps: address.protocol === "https:",
		timeout: TIMEOUT_S,
	});
	return postmark;
}

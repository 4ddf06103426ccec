import { Errors, Models, ServerClient } from "postmark";
import { env } from "#app/platform/env.server.ts";
import type { Delivery, Mail } from "./mail.ts";
import { senderOf } from "./sender.ts";

const TIMEOUT_S = 10;

/** Hands a mail to Postmark. Returns what came of it and never throws Postmark's errors. */
export async function deliver(mail: Mail): Promise<Delivery> {
	try {
		const answer = await client().sendEmail({
			From: senderOf(env.mailFrom, mail.app),
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
 * Returns whether Postmark's refusal is permanent: code 406 is an inactive recipient (bounced or
 * complained before), 300 an invalid address or header. A retry may solve any other error.
 */
function isForGood(error: unknown): boolean {
	return (
		error instanceof Errors.InactiveRecipientsError ||
		error instanceof Errors.InvalidEmailRequestError
	);
}

let postmark: ServerClient | undefined;

function client(): ServerClient {
	const { host, protocol } = new URL(env.postmark.apiUrl);
	postmark ??= new ServerClient(env.postmark.serverToken, {
		requestHost: host,
		useHttps: protocol === "https:",
		timeout: TIMEOUT_S,
		// Another address would get the token and the mail.
		fetch: (input, init) => fetch(input, { ...init, redirect: "error" }),
	});
	return postmark;
}

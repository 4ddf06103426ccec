import { Errors, Models, ServerClient } from "postmark";
import { env } from "#app/platform/env/env.server.ts";
import type { Delivery, Mail, Stream } from "./mail.ts";
import { senderOf } from "./sender.ts";

const TIMEOUT_S = 10;

/** Postmark's ids of the streams. Each server at Postmark has one that is called "outbound". */
const STREAM_IDS: Record<Stream, string> = {
	transactional: "outbound",
	broadcast: env.postmark.broadcastStream,
};

/** Postmark's codes for a stream that is not there, and for one that sends nothing. */
const STREAM_CODES = [1235, 1236];

/** Without it, Postmark gives each mail a Message-ID of its own. */
const KEEP_ID = { "X-PM-KeepID": "true" };

/** Hands a mail to Postmark. Returns what came of it and never throws Postmark's errors. */
export async function deliverByPostmark(mail: Mail): Promise<Delivery> {
	try {
		if (mail.reactivates) await reactivate(mail);
		const answer = await client().sendEmail({
			From: senderOf(env.mailFrom, mail.app),
			To: mail.to,
			Subject: mail.subject,
			TextBody: mail.text,
			HtmlBody: mail.html,
			ReplyTo: mail.replyTo,
			MessageStream: STREAM_IDS[mail.stream],
			Headers: Object.entries({ ...mail.headers, ...KEEP_ID }).map(([Name, Value]) => ({
				Name,
				Value,
			})),
			TrackOpens: false,
			TrackLinks: Models.LinkTrackingOptions.None,
			Metadata: { outbox_id: mail.id },
		});
		return { outcome: "sent", messageId: answer.MessageID };
	} catch (error) {
		const reason = reasonOf(error, mail);
		if (!isForGood(error)) return { outcome: "failed", reason };
		const isInactive = error instanceof Errors.InactiveRecipientsError;
		return { outcome: "refused", reason, isInactive };
	}
}

/** Takes a mailbox off Postmark's list of inactive ones. Those that complained stay on it. */
async function reactivate({ to, stream }: Mail): Promise<void> {
	await client().deleteSuppressions(STREAM_IDS[stream], { Suppressions: [{ EmailAddress: to }] });
}

/** Returns what Postmark said, with the name of the stream if that was at fault. */
function reasonOf(error: unknown, { stream }: Mail): string {
	const said = error instanceof Error ? error.message : String(error);
	const isOfStream = error instanceof Errors.PostmarkError && STREAM_CODES.includes(error.code);
	return isOfStream ? `The message stream "${STREAM_IDS[stream]}": ${said}` : said;
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

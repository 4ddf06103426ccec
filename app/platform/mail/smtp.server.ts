import { createTransport, type Transporter } from "nodemailer";
import { env } from "#app/platform/env/env.server.ts";
import type { Smtp } from "#app/platform/env/smtp-url.ts";
import { SECOND_MS } from "#app/platform/time.ts";
import type { Delivery, Mail } from "./mail.ts";
import { senderOf } from "./sender.ts";

/** For the connection, TLS and the greeting. */
const CONNECT_MS = 10 * SECOND_MS;
/**
 * For any other silence. A server that has the whole mail may look at it for a while, and giving it
 * up then is what makes a second copy (RFC 5321, section 4.5.3.2.6).
 */
const SILENCE_MS = 30 * SECOND_MS;
/** For all of it, the wait for the connection too: less than a job's lease. */
const WHOLE_MS = 45 * SECOND_MS;
/** Servers hang up on an idle connection, some after ten seconds. */
const IDLE_MS = 5 * SECOND_MS;

const TOO_SLOW = `The mail server did not take the mail within ${WHOLE_MS / SECOND_MS} s.`;

/** Hands a mail to a mail server. Returns what came of it and never throws the server's errors. */
export async function deliverBySmtp(smtp: Smtp, mail: Mail): Promise<Delivery> {
	try {
		const { messageId } = await client(smtp).sendMail({
			from: senderOf(env.mailFrom, mail.app),
			to: { name: "", address: mail.to },
			replyTo: mail.replyTo,
			subject: mail.subject,
			text: mail.text,
			html: mail.html,
			headers: mail.headers,
			xMailer: false,
			disableFileAccess: true,
			disableUrlAccess: true,
			signal: AbortSignal.timeout(WHOLE_MS),
		});
		return { outcome: "sent", messageId };
	} catch (error) {
		return outcomeOf(error as SmtpError);
	}
}

/** What nodemailer throws. `response` is what the server replied to `command`, if it did. */
type SmtpError = Error & {
	code?: string;
	command?: string;
	responseCode?: number;
	response?: string;
};

/** The replies that are about the mailbox when no finer code comes with them (RFC 5321, 4.2.3). */
const MAILBOX_REPLIES = [550, 551, 552, 553, 556];
/** The finer codes about the recipient's address or mailbox (RFC 3463); 5.1.7 and 5.1.8 are ours. */
const MAILBOX_CODES = /^5\.(?:1\.(?![78]$)|2\.)/;
/** No such mailbox, a mailbox that has moved, and a domain that takes no mail (RFC 7505). */
const GONE_CODES = ["5.1.1", "5.1.6", "5.1.10"];

/**
 * A refusal is permanent when it is about the recipient's mailbox. Any other may be our settings'
 * fault, such as "Relay access denied", so the mail waits until the operator has mended them.
 */
function outcomeOf(error: SmtpError): Delivery {
	const { command, responseCode = 0, response = "" } = error;
	const reason = error.code === "EABORT" ? TOO_SLOW : error.message;
	const [, code] = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
	const isOfMailbox = code ? MAILBOX_CODES.test(code) : MAILBOX_REPLIES.includes(responseCode);
	const isRefused = command === "RCPT TO" && responseCode >= 500 && isOfMailbox;
	if (!isRefused) return { outcome: "failed", reason };
	return { outcome: "refused", reason, isInactive: GONE_CODES.includes(code ?? "") };
}

let transport: Transporter | undefined;

/** One connection at a time, which stays open while there is mail. */
function client({ host, port, tls, login }: Smtp): Transporter {
	transport ??= createTransport({
		...{ host, port, pool: true, maxConnections: 1, maxRequeues: 1 },
		name: new URL(env.appUrl).hostname,
		secure: tls === "implicit",
		requireTLS: tls === "starttls",
		// Nobody listens on the way, and a certificate for "localhost" is seldom a valid one.
		ignoreTLS: tls === "none",
		...(login && { auth: { user: login.user, pass: login.password }, forceAuth: true }),
		connectionTimeout: CONNECT_MS,
		greetingTimeout: CONNECT_MS,
		socketTimeout: SILENCE_MS,
		idleTimeout: IDLE_MS,
	});
	return transport;
}

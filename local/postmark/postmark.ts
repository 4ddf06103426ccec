/**
 * A local stand-in for Postmark: accepts mails at Postmark's API and shows them as a mailbox. It
 * keeps the newest mails in one file.
 */
import crypto from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { JsonFile } from "../json-file.ts";
import { createPages, formatDateTime, notFound, page } from "../page.ts";

const KEEP_MAILS = 100;
/** How long the mailbox waits for mail that was just queued. */
const WAIT_MS = 2_000;
const POLL_MS = 25;

type Mail = {
	id: string;
	at: string;
	from?: string;
	to: string;
	subject: string;
	text: string;
	html: string;
};

type Options = {
	file: string;
	/** Whether the app is about to send mail. */
	isMailWaiting: () => boolean;
};

/** Creates the API and the mailbox over the newest mails in `file`. */
export function createPostmark({ file, isMailWaiting }: Options): { api: Hono; pages: Hono } {
	const mailbox = new JsonFile({ owner: "mailbox", path: file, open: toMails });
	return { api: createApi(mailbox), pages: createMailbox(mailbox, isMailWaiting) };
}

function toMails(parsed: unknown): { mails: Mail[] } {
	const { mails = [] } = parsed as { mails?: Mail[] };
	if (!Array.isArray(mails)) throw new Error("No mails");
	return { mails };
}

type Mailbox = JsonFile<{ mails: Mail[] }>;

/** https://postmarkapp.com/developer/user-guide/send-email-with-api and /api/overview#error-codes */
function createApi(mailbox: Mailbox): Hono {
	const api = new Hono();
	api.post("/email", async (context) => {
		if (!context.req.header("X-Postmark-Server-Token")) {
			return refuse(context, 401, 10, "Bad or missing API token.");
		}
		const { From, To, Subject, TextBody, HtmlBody } = await context.req.json().catch(() => ({}));
		if (typeof To !== "string" || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(To)) {
			return refuse(context, 422, 300, `Error parsing 'To': Illegal email address '${To}'.`);
		}
		// Lets a developer see how the app handles an inactive address.
		if (To.startsWith("inactive@")) {
			return refuse(context, 422, 406, `Found inactive addresses: ${To}.`);
		}
		const at = new Date().toISOString();
		const texts = { subject: `${Subject}`, text: `${TextBody}`, html: `${HtmlBody}` };
		const mail = { id: crypto.randomUUID(), at, from: `${From}`, to: To, ...texts };
		mailbox.change((kept) => {
			kept.mails = [...kept.mails, mail].slice(-KEEP_MAILS);
		});
		return context.json({ To, SubmittedAt: at, MessageID: mail.id, ErrorCode: 0, Message: "OK" });
	});
	api.onError((error, context) => refuse(context, 500, 0, error.message));
	return api;
}

function refuse(context: Context, status: 401 | 422 | 500, ErrorCode: number, Message: string) {
	return context.json({ ErrorCode, Message }, status);
}

function createMailbox(mailbox: Mailbox, isMailWaiting: () => boolean): Hono {
	const pages = createPages("mailbox");

	pages.get("/mailbox", async (context) => {
		const deadline = performance.now() + WAIT_MS;
		while (isMailWaiting() && performance.now() < deadline) await sleep(POLL_MS);
		const { mails } = mailbox.read();
		return page(context, {
			title: "Local mailbox",
			intro: "Every mail that this machine would have sent, newest first.",
			body:
				mails.length === 0
					? html`<h2>No mail yet</h2><p>Create an account, and its mail appears here.</p>`
					: html`<ul>${mails.toReversed().map(listed)}</ul>`,
		});
	});

	pages.get("/mailbox/:id", (context) => {
		const mail = mailbox.read().mails.find(({ id }) => id === context.req.param("id"));
		if (!mail) return notFound(context, "mail");
		return page(context, {
			title: mail.subject,
			tab: `${mail.subject} · Local mailbox`,
			intro: mail.from ? `From ${mail.from} to ${mail.to}` : `To ${mail.to}`,
			hasMail: true,
			body: html`<p class="mail-text">${linkify(mail.text)}</p>
<h2>As HTML</h2>
<iframe sandbox srcdoc="${mail.html}" title="The mail as HTML"></iframe>
<p><a href="/local/mailbox">Back to the mailbox</a></p>`,
		});
	});

	return pages;
}

function listed({ id, subject, at, to }: Mail) {
	return html`<li>
<a href="/local/mailbox/${id}">${subject}</a>
<p class="soft">${formatDateTime(new Date(at))}</p>
<p>To ${to}</p>
</li>`;
}

function linkify(text: string) {
	return text
		.split(/(https?:\/\/\S+)/)
		.map((part) => (part.startsWith("http") ? html`<a href="${part}">${part}</a>` : part));
}

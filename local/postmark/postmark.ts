/** A local stand-in for Postmark: accepts mails at Postmark's API and shows them as a mailbox. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { createPages, formatDateTime, notFound, page } from "../page.ts";
import { answerAddressOf, type Inbound, postAnswer, ROLES, type Role } from "./answer.ts";
import { type Mail, Mails } from "./mails.ts";

/** How long the mailbox waits for mail that was just queued. */
const WAIT_MS = 2_000;
const POLL_MS = 25;
/** The streams of a new server at Postmark that send. */
const STREAMS = ["outbound", "broadcast"];

type Options = {
	folder: string;
	/** Whether the app is about to send mail. */
	isMailWaiting: () => boolean;
	/** Where answers to mails are posted; null where the app takes none. */
	inbound: Inbound | null;
};

/** Creates the API and the mailbox over the newest mails in `folder`. */
export function createPostmark({ folder, ...app }: Options): { api: Hono; pages: Hono } {
	const mails = new Mails(folder);
	return { api: createApi(mails), pages: createMailbox(mails, app) };
}

/** https://postmarkapp.com/developer/user-guide/send-email-with-api and /api/overview#error-codes */
function createApi(mails: Mails): Hono {
	const api = new Hono();
	api.post("/email", async (context) => {
		if (!context.req.header("X-Postmark-Server-Token")) {
			return refuse(context, 401, 10, "Bad or missing API token.");
		}
		const posted = await context.req.json().catch(() => ({}));
		const { From, To, Subject, TextBody, HtmlBody, Headers = [], ReplyTo } = posted;
		const { MessageStream: stream = "outbound" } = posted;
		if (typeof To !== "string" || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(To)) {
			return refuse(context, 422, 300, `Error parsing 'To': Illegal email address '${To}'.`);
		}
		// Lets a developer see how the app handles an inactive address.
		if (To.startsWith("inactive@")) {
			return refuse(context, 422, 406, `Found inactive addresses: ${To}.`);
		}
		if (!STREAMS.includes(stream)) {
			return refuse(
				context,
				422,
				1235,
				"The 'MessageStream' provided does not exist on this server.",
			);
		}
		const at = new Date().toISOString();
		const texts = { subject: `${Subject}`, text: `${TextBody}`, html: `${HtmlBody}` };
		const MessageID = mails.keep({
			at,
			from: `${From}`,
			to: To,
			replyTo: `${ReplyTo}`,
			...texts,
			stream,
			headers: [...(ReplyTo ? [{ Name: "Reply-To", Value: `${ReplyTo}` }] : []), ...Headers],
		});
		return context.json({ To, SubmittedAt: at, MessageID, ErrorCode: 0, Message: "OK" });
	});
	// An inactive address stays one here, so that a developer sees that, too.
	api.post("/message-streams/:stream/suppressions/delete", (context) =>
		context.json({ Suppressions: [] }),
	);
	api.onError((error, context) => refuse(context, 500, 0, error.message));
	return api;
}

function refuse(context: Context, status: 401 | 422 | 500, ErrorCode: number, Message: string) {
	return context.json({ ErrorCode, Message }, status);
}

function createMailbox(mails: Mails, { isMailWaiting, inbound }: Omit<Options, "folder">): Hono {
	const pages = createPages("mailbox");

	pages.get("/mailbox", async (context) => {
		const deadline = performance.now() + WAIT_MS;
		while (isMailWaiting() && performance.now() < deadline) await sleep(POLL_MS);
		const ids = mails.ids();
		return page(context, {
			title: "Local mailbox",
			intro: "Every mail that this machine would have sent, newest first.",
			body:
				ids.length === 0
					? html`<h2>No mail yet</h2><p>Create an account, and its mail appears here.</p>`
					: html`<ul>${ids.map((id) => listed(id, mails.read(id)))}</ul>`,
		});
	});

	pages.get("/mailbox/:id", (context) => {
		const mail = mails.read(context.req.param("id"));
		if (!mail) return notFound(context, "mail");
		return showMail(context, mail, { inbound, isAnswered: context.req.query("answered") === "" });
	});

	pages.post("/mailbox/:id", async (context) => {
		const mail = mails.read(context.req.param("id"));
		if (!mail) return notFound(context, "mail");
		const form = new URLSearchParams(await context.req.text());
		const text = (form.get("text") ?? "").replaceAll("\r\n", "\n");
		const role = form.get("as") ?? "recipient";
		if (!inbound || !answerAddressOf(mail) || !isRole(role)) return notFound(context, "answer");
		const status = await postAnswer(inbound, mail, { role, text });
		if (status === 200) return context.redirect(`${context.req.path}?answered`, 303);
		return showMail(context, mail, { inbound, text, refusal: status });
	});

	return pages;
}

type Shown = { inbound: Inbound | null; isAnswered?: boolean; text?: string; refusal?: number };

function showMail(context: Context, mail: Mail, { refusal, ...shown }: Shown) {
	return page(context, {
		title: mail.subject,
		tab: `${mail.subject} · Local mailbox`,
		intro: mail.from ? `From ${mail.from} to ${mail.to}` : `To ${mail.to}`,
		alert: refusal
			? { title: "Your answer was not taken", text: `The app responded with ${refusal}.` }
			: undefined,
		status: refusal ? 502 : 200,
		hasMail: true,
		body: html`<p class="mail-text">${linkify(mail.text)}</p>
${answerForm(mail, shown)}
<h2>As HTML</h2>
<iframe sandbox srcdoc="${mail.html}" title="The mail as HTML"></iframe>
${sentWith(mail)}
<p><a href="/local/mailbox">Back to the mailbox</a></p>`,
	});
}

/** Where a developer answers a mail as somebody's mail program would. */
function answerForm(mail: Mail, { inbound, isAnswered, text = "" }: Omit<Shown, "refusal">) {
	const address = answerAddressOf(mail);
	if (!inbound || !address) return "";
	return html`<section>
<h2>Answer this mail</h2>
${isAnswered ? html`<p role="status">Your answer was delivered. See the conversation, and the mailbox for what it caused. Mail to the other side may take a minute.</p>` : ""}
<form method="post">
<label for="text">Your answer</label>
<textarea id="text" name="text" rows="4" dir="auto">${text}</textarea>
<label for="as">As</label>
<select id="as" name="as">
${Object.entries(ROLES).map(([role, label]) => html`<option value="${role}">${label}</option>`)}
</select>
<button type="submit">Send the answer</button>
</form>
<p class="soft">It goes to ${address}, with the mail quoted below it.</p>
</section>`;
}

function isRole(value: string): value is Role {
	return Object.hasOwn(ROLES, value);
}

function listed(id: string, mail: Mail | null) {
	// A newer mail may have pushed it out just now.
	if (!mail) return "";
	return html`<li>
<a href="/local/mailbox/${id}">${mail.subject}</a>
<p class="soft">${formatDateTime(new Date(mail.at))}</p>
<p>To ${mail.to}</p>
</li>`;
}

/** Shows the stream and the headers that a mail was sent with. */
function sentWith({ stream, headers = [] }: Mail) {
	if (!stream) return "";
	return html`<h2>Headers</h2>
<dl><dt>Stream</dt><dd>${stream}</dd>
${headers.map(({ Name, Value }) => html`<dt>${Name}</dt><dd>${Value}</dd>`)}</dl>`;
}

function linkify(text: string) {
	return text
		.split(/(https?:\/\/\S+)/)
		.map((part) => (part.startsWith("http") ? html`<a href="${part}">${part}</a>` : part));
}

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import { replyAddress } from "#app/conversations/by-mail/reply-address.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { movableClock } from "../kit/clock.ts";
import { freePort, startServer } from "../kit/process/server.ts";
import type { Site } from "../kit/rehearsal.ts";
import { until } from "../kit/until.ts";
import { createConversation, createDesk, reply, type Talk } from "../kit/world/conversation.ts";
import { documentedFile, settingsIn } from "./documented.ts";
import { INBOUND_ENV } from "./inbound-env.ts";
import { createKey, startOpenDkim } from "./opendkim.ts";
import type { Check } from "./outgoing.ts";
import { mailboxSettings, openMailFolder, readMailbox, startPostfix } from "./postfix.ts";

const HOST = "127.0.0.1";
const FOUND = "Authentication-Results: mx.smallprint.test";
const FORGED = [
	`${FOUND}; dkim=pass header.d=example.com`,
	`${FOUND}; dmarc=pass header.from=example.com`,
];
const ANSWER = `In the shed.

On Sun, 22 Nov 2026 at 10:00, Pocket Garden via Smallprint <hello@smallprint.test> wrote:
> — Write above this line —
>
> Where is it?
`;
/** Longer than a conversation's mail waits for others, which leave with it. */
const MAIL_WAIT_MS = 5 * 60_000;
const QUEUE_MS = 60_000;

/** Starts the Postfix and the OpenDKIM of docs/operations.md, with addresses of this machine. */
async function startMailServer(siteUrl: string, records: string[]) {
	const folder = openMailFolder();
	const [port, milter] = [await freePort(), await freePort()];
	const own = (name: string) => path.join(folder, "config", name);
	const adapt = (text: string) =>
		text
			.replaceAll("https://smallprint.example", siteUrl)
			.replaceAll("mx.example.com", INBOUND_ENV.INBOUND_AUTHSERV_ID)
			.replaceAll("in.example.com", INBOUND_ENV.INBOUND_DOMAIN)
			.replaceAll("8891", String(milter))
			.replaceAll("user=smallprint", "user=nobody")
			.replaceAll(/\/(?:etc\/postfix|usr\/local\/bin)\//g, `${own("")}/`);
	const file = (name: string) => adapt(documentedFile(name));
	const write = (name: string, text: string, mode: number) =>
		fs.writeFileSync(own(path.basename(name)), text, { mode });
	for (const name of ["/etc/postfix/smallprint-recipients", "/usr/local/bin/smallprint-mail"]) {
		write(name, file(name), 0o755);
	}
	write("smallprint.header", `Authorization: Bearer ${INBOUND_ENV.INBOUND_SECRET}\n`, 0o644);
	const configuration = file("/etc/opendkim.conf");
	const openDkim = await startOpenDkim(folder, { port: milter, configuration, records });
	const postfix = await startPostfix({
		...{ folder, host: HOST, port },
		settings: {
			...{ myhostname: INBOUND_ENV.INBOUND_AUTHSERV_ID, mynetworks: "127.0.0.0/8" },
			...mailboxSettings(folder, "example.com"),
			...settingsIn(file("/etc/postfix/main.cf")),
		},
		services: file("/etc/postfix/master.cf"),
	});
	return {
		port,
		mailbox: () => readMailbox(folder),
		log: postfix.log,
		stop: async () => {
			await openDkim.stop();
			postfix.stop();
		},
	};
}

/** Takes mail from Postfix with OpenDKIM, by the files that docs/operations.md has. */
export async function takeFromPostfix(site: Site, check: Check): Promise<void> {
	const [key, stranger] = [createKey("example.com"), createKey("eve.example")];
	const mailServer = await startMailServer(site.url, [key.record, stranger.record]);
	const clock = movableClock(path.dirname(site.file));
	const start = () =>
		startServer(site.file, {
			...{ ...site.env, ...clock.env, ...INBOUND_ENV },
			...{ MAIL_BY: "smtp", SMTP_URL: `smtp://${HOST}:${mailServer.port}` },
		});
	let server = await start();
	const transport = createTransport({ host: HOST, port: mailServer.port, ignoreTLS: true });
	const { owner, app, form } = await createDesk();
	let count = 0;

	const meet = () => {
		count += 1;
		return createConversation(app, form, { email: `visitor-${count}@example.com` });
	};
	const answer = (talk: Talk, mail: SendMailOptions = {}) =>
		transport.sendMail({
			from: talk.email,
			to: replyAddress("visitor", talk.id) ?? "",
			subject: "Re: Your message to Pocket Garden",
			text: ANSWER,
			...mail,
		});
	/** Waits for a number of mails in a conversation. Returns what came of them, oldest first. */
	const outcomes = async (talk: Talk, number = 1) => {
		const read = () =>
			db.inboundMail.findMany({
				where: { submissionId: talk.id },
				orderBy: { receivedAt: "asc" },
				select: { outcome: true, reason: true },
			});
		const enough = async () => (await read()).length >= number;
		await until("the mail came in", enough, QUEUE_MS).catch((error: Error) => {
			throw new Error(`${error.message}\n${mailServer.log()}`);
		});
		return (await read()).map((row) => [row.outcome, row.reason].filter(Boolean).join(", "));
	};
	const said = async (talk: Talk) => {
		const rows = await db.message.findMany({
			where: { submissionId: talk.id, via: "mail" },
			orderBy: { id: "asc" },
		});
		return rows.map(({ message }) => message);
	};
	const expectHeld = async (talk: Talk) => {
		assert.deepEqual(await outcomes(talk), ["held, unproved"]);
		assert.deepEqual(await said(talk), []);
		return "held";
	};

	try {
		await check(
			"a signed answer, the owner's reply by SMTP, and an answer to that",
			"added",
			async () => {
				const talk = await meet();
				await answer(talk, key);
				assert.deepEqual(await outcomes(talk), ["added"]);
				await reply(owner, talk, "And where is the shed?");
				clock.set(MAIL_WAIT_MS);
				server.process.kill("SIGUSR2");
				const find = () => mailServer.mailbox().find((mail) => mail.includes("where is the shed"));
				await until("the reply is in the mailbox", () => find() !== undefined, QUEUE_MS);
				const mail = (find() ?? "").replaceAll(/\n[ \t]+/g, " ");
				const [, to = ""] = /^Reply-To: (.*)$/im.exec(mail) ?? [];
				const [, messageId = ""] = /^Message-ID: (.*)$/im.exec(mail) ?? [];
				await answer(talk, { ...key, to, inReplyTo: messageId, text: "Behind the house." });
				assert.deepEqual(await outcomes(talk, 2), ["added", "added"]);
				assert.deepEqual(await said(talk), ["In the shed.", "Behind the house."]);
				return "added";
			},
		);
		await check("an answer without a signature", "held", async () => {
			const talk = await meet();
			await answer(talk);
			return expectHeld(talk);
		});
		await check("an answer that only says it was checked", "held", async () => {
			for (const forged of FORGED) {
				const talk = await meet();
				const [, value = ""] = forged.split(": ");
				await answer(talk, { headers: { "Authentication-Results": value } });
				await expectHeld(talk);
			}
			return "held";
		});
		await check("an answer that another domain signed", "held", async () => {
			const talk = await meet();
			await answer(talk, stranger);
			return expectHeld(talk);
		});
		await check("a signed answer that was altered on the way", "held", async () => {
			const talk = await meet();
			const paper = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
			const to = replyAddress("visitor", talk.id) ?? "";
			const mail = { from: talk.email, to, subject: "Re:", text: "In the shed.", ...key };
			const { message, envelope } = await paper.sendMail(mail);
			const raw = message.toString().replace("shed", "pond");
			await transport.sendMail({ envelope: envelope as SendMailOptions["envelope"], raw });
			return expectHeld(talk);
		});
		await check("an out-of-office reply", "automatic, and nothing added", async () => {
			const talk = await meet();
			const to = replyAddress("visitor", talk.id) ?? "";
			await answer(talk, { ...key, envelope: { from: "", to } });
			assert.deepEqual(await outcomes(talk), ["automatic"]);
			assert.deepEqual(await said(talk), []);
			return "automatic, and nothing added";
		});
		await check("addresses that are none of ours", "refused by Postfix", async () => {
			const talk = await meet();
			for (const name of ["hello", "reply+v12", `reply+v${"a".repeat(43)}`]) {
				const to = `${name}@${INBOUND_ENV.INBOUND_DOMAIN}`;
				await assert.rejects(answer(talk, { ...key, to }), /550 5\.1\.1/);
			}
			return "refused by Postfix";
		});
		await check("an answer with 20 MB of files", "added, without them", async () => {
			const talk = await meet();
			const content = Buffer.alloc(10_000_000, "pixel");
			const files = ["one.jpg", "two.jpg"].map((filename) => ({ filename, content }));
			await answer(talk, { ...key, attachments: files });
			assert.deepEqual(await outcomes(talk), ["added"]);
			assert.match((await said(talk)).join(), /^In the shed\./);
			return "added, without them";
		});
		await check(
			"an answer while the server is away",
			"waits in Postfix, then added once",
			async () => {
				const talk = await meet();
				await server.stop();
				const before = mailServer.log().length;
				await answer(talk, key);
				const isDeferred = () => mailServer.log().slice(before).includes("status=deferred");
				await until("Postfix keeps it", isDeferred, QUEUE_MS);
				server = await start();
				assert.deepEqual(await outcomes(talk), ["added"]);
				assert.deepEqual(await said(talk), ["In the shed."]);
				return "waits in Postfix, then added once";
			},
		);
	} finally {
		await server.stop();
		await mailServer.stop();
		assert.deepEqual(server.errors, []);
	}
}

import assert from "node:assert/strict";
import { freePort } from "../kit/process/server.ts";
import type { Site } from "../kit/rehearsal.ts";
import { until } from "../kit/until.ts";
import { LOGIN, type ReadMail, startAiosmtpd } from "./aiosmtpd.ts";
import type { Certificate } from "./certificate.ts";
import { startCutter } from "./cutter.ts";
import { mailboxSettings, openMailFolder, readMailbox, startPostfix } from "./postfix.ts";
import { readLetter, sendingBy } from "./sending.ts";

/** Addresses of this machine that are not known to be it, so that TLS is asked for. */
export const SERVER = "127.0.0.2";
export const CUTTER = "127.0.0.3";
/** Within the text of every letter, with the commands before it. */
const WITHIN_DATA = 6_000;

/** Tells what `work` has seen. */
export type Check = (what: string, asked: string, work: () => Promise<string>) => Promise<void>;

/** Returns how a mail stands, in one word, and what the carrier said. */
async function stateOf(id: string) {
	const { sentAt, failedAt, lastError } = await readLetter(id);
	return { state: sentAt ? "sent" : failedAt ? "refused" : "waits", said: lastError ?? "" };
}

/** Requires that a mail waits or is refused, with words of the server's as the reason. */
async function expectState(id: string | undefined, state: string, said: RegExp): Promise<void> {
	const seen = await stateOf(id ?? "");
	assert.equal(seen.state, state, seen.said);
	assert.match(seen.said, said);
}

/** Requires that a mail arrived as it was written. */
async function expectWhole(id: string, read: ReadMail): Promise<void> {
	const { text, html, subject, headers = {}, replyTo, to } = await readLetter(id);
	assert.deepEqual(read.faults, []);
	assert.deepEqual([read.to, read.sender, read.by], [[to], "hello@smallprint.test", "TLS"]);
	assert.equal(read.authors, 1);
	assert.equal(read.from, "hello@smallprint.test");
	assert.equal(read.fromName, 'The "Garden", Ltd. <eve@evil.example> 植物 via Smallprint');
	assert.equal(read.subject, subject.trim());
	assert.equal(read.replyTo, replyTo);
	assert.equal(read.text.trimEnd(), text.trimEnd());
	assert.equal(read.html.trimEnd(), html.trimEnd());
	for (const [name, value] of Object.entries(headers)) {
		const found = read.headers.filter(([one]) => one === name.toLowerCase());
		assert.deepEqual(found, [[name.toLowerCase(), value]]);
	}
	assert.ok(read.longestLine <= 998, `a line has ${read.longestLine} characters`);
	assert.equal(read.looseBreaks, 0);
}

/** Sends to aiosmtpd, which reads each mail by Python's own parser. */
export async function sendToAiosmtpd(
	site: Site,
	{ python, certificate, check }: { python: string; certificate: Certificate; check: Check },
): Promise<void> {
	const { authority } = certificate;
	const mailServer = await startAiosmtpd(python, SERVER, certificate);
	const url = `smtp://${LOGIN}@${SERVER}:${mailServer.port}`;
	const mailsTo = (to: string) => mailServer.mails().filter((mail) => mail.to.includes(to));

	await sendingBy(site, { url, authority }, async ({ send, again }) => {
		await check("a mail, as Python's parser reads it", "as it was written", async () => {
			const [id = ""] = await send("jane@example.com");
			await until("the mail was read", () => mailsTo("jane@example.com").length > 0);
			const [read] = mailsTo("jane@example.com");
			assert.ok(read);
			await expectWhole(id, read);
			return `the same; the longest line has ${read.longestLine} characters`;
		});
		await check("twenty mails at once", "each once, over few logins", async () => {
			const logins = mailServer.logins();
			const addresses = Array.from({ length: 20 }, (_, n) => `reader-${n}@example.com`);
			await send(...addresses);
			assert.deepEqual(
				addresses.map((to) => mailsTo(to).length),
				addresses.map(() => 1),
			);
			assert.ok(mailServer.logins() - logins <= 4, "they share connections");
			return `each once, ${mailServer.logins() - logins} more logins`;
		});
		await check("550 5.1.1 to RCPT", "refused for good, with the words", async () => {
			const [id] = await send("gone@example.com");
			await expectState(id, "refused", /550 5\.1\.1 No such user/);
			return "refused for good, with the words";
		});
		const passing = [
			["450 to RCPT", "busy", /450 4\.2\.1/],
			["554 5.7.1 after the text", "unwanted", /554 5\.7\.1/],
			["a connection dropped within DATA", "cut", /./],
		] as const;
		for (const [what, name, said] of passing) {
			await check(what, "waits, then arrives once", async () => {
				const [id = ""] = await send(`${name}@example.com`);
				await expectState(id, "waits", said);
				assert.equal(mailsTo(`${name}@example.com`).length, 0);
				await again(id);
				assert.equal((await stateOf(id)).state, "sent");
				assert.equal(mailsTo(`${name}@example.com`).length, 1);
				return "waits, then arrives once";
			});
		}
		await check("a connection dropped after the text", "two copies with one id", async () => {
			const [id = ""] = await send("late@example.com");
			await expectState(id, "waits", /./);
			await again(id);
			const ids = mailsTo("late@example.com").map(
				({ headers }) => headers.find(([name]) => name === "message-id")?.[1],
			);
			assert.equal(ids.length, 2);
			assert.equal(ids[0], ids[1]);
			return "two copies with one id";
		});
	});

	await check("a certificate that nobody vouches for", "no login, no mail", async () => {
		const before = [mailServer.logins(), mailServer.mails().length];
		await sendingBy(site, { url }, async ({ send }) => {
			const [id] = await send("jane@example.com");
			await expectState(id, "waits", /certificate/);
		});
		assert.deepEqual([mailServer.logins(), mailServer.mails().length], before);
		return "no login, no mail";
	});
	await mailServer.stop();

	await check("a server that offers no TLS", "no login, no mail", async () => {
		const plain = await startAiosmtpd(python, SERVER);
		await sendingBy(site, { url: `smtp://${LOGIN}@${SERVER}:${plain.port}` }, async ({ send }) => {
			const [id] = await send("jane@example.com");
			await expectState(id, "waits", /STARTTLS/);
		});
		assert.deepEqual([plain.logins(), plain.mails()], [0, []]);
		await plain.stop();
		return "no login, no mail";
	});
}

/** Sends to Debian's Postfix. */
export async function sendToPostfix(
	site: Site,
	{ certificate, check }: { certificate: Certificate; check: Check },
): Promise<void> {
	const port = await freePort();
	const only = (rules: string) => `check_recipient_access inline:{${rules}}`;
	const folder = openMailFolder();
	const postfix = await startPostfix({
		...{ folder, host: SERVER, port },
		settings: {
			...mailboxSettings(folder, "example.com"),
			...{ myhostname: "mx.smallprint.test", mynetworks: "127.0.0.0/8" },
			smtpd_tls_security_level: "encrypt",
			smtpd_tls_cert_file: certificate.certificate,
			smtpd_tls_key_file: certificate.key,
			smtpd_relay_restrictions: "permit_mynetworks, reject_unauth_destination",
			smtpd_recipient_restrictions: only(
				"{nobody@example.com = 550 5.1.1 User unknown}, {busy@example.com = 450 4.2.1 Busy}",
			),
			smtpd_end_of_data_restrictions: only("{unwanted@example.com = 554 5.7.1 Not this text}"),
		},
	});
	const cutter = await startCutter(CUTTER, { host: SERVER, port });
	const mailsTo = (to: string) =>
		readMailbox(folder).filter((mail) => mail.includes(`To: ${to}\n`));
	const arrives = (to: string) => until(`a mail to ${to}`, () => mailsTo(to).length > 0);
	const { authority } = certificate;
	try {
		await sendingBy(site, { url: `smtp://${CUTTER}:${port}`, authority }, async (sending) => {
			const { send, again } = sending;
			await check("a mail by STARTTLS", "in the mailbox, once", async () => {
				const [id = ""] = await send("jane@example.com");
				assert.equal((await stateOf(id)).state, "sent");
				await arrives("jane@example.com");
				const [mail = "", ...more] = mailsTo("jane@example.com");
				assert.equal(more.length, 0);
				assert.match(mail, /with ESMTPS/);
				return "in the mailbox, once";
			});
			await check("550 5.1.1 to RCPT", "refused for good, with the words", async () => {
				const [id] = await send("nobody@example.com");
				await expectState(id, "refused", /550 5\.1\.1 .*User unknown/);
				return "refused for good, with the words";
			});
			const passing = [
				["450 to RCPT", "busy", /450 4\.2\.1 .*Busy/, { smtpd_recipient_restrictions: "" }],
				["554 after the text", "unwanted", /554 5\.7\.1/, { smtpd_end_of_data_restrictions: "" }],
				[
					"no leave to relay",
					"elsewhere",
					/554 5\.7\.1 .*Relay access denied/,
					{ mynetworks: "127.0.0.0/8" },
				],
			] as const;
			for (const [what, name, said, mended] of passing) {
				await check(what, "waits, then arrives once", async () => {
					const to = `${name}@example.com`;
					if ("mynetworks" in mended) {
						postfix.set({ mynetworks: "192.0.2.1", virtual_mailbox_domains: "" });
					}
					const [id = ""] = await send(to);
					await expectState(id, "waits", said);
					postfix.set({ ...mended, virtual_mailbox_domains: "example.com" });
					await again(id);
					assert.equal((await stateOf(id)).state, "sent");
					await arrives(to);
					assert.equal(mailsTo(to).length, 1);
					return "waits, then arrives once";
				});
			}
			await check("a connection dropped within DATA", "waits, then arrives once", async () => {
				cutter.arm(WITHIN_DATA);
				const [id = ""] = await send("cut@example.com");
				assert.equal(cutter.cuts(), 1);
				await expectState(id, "waits", /./);
				await until("Postfix knows", () => /lost connection after DATA/.test(postfix.log()));
				await again(id);
				await arrives("cut@example.com");
				assert.equal(mailsTo("cut@example.com").length, 1);
				return "waits, then arrives once";
			});
		});
	} finally {
		cutter.stop();
		postfix.stop();
	}
}

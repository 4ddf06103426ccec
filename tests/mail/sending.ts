import assert from "node:assert/strict";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { composeEmail } from "#app/platform/mail/email.ts";
import { enqueueMail, findMail } from "#app/platform/mail/outbox.server.ts";
import { movableClock } from "../kit/clock.ts";
import { startServer, type TestServer } from "../kit/process/server.ts";
import type { Site } from "../kit/rehearsal.ts";
import { until } from "../kit/until.ts";

/** As long as the first pause before a mail is tried again, and a little more. */
const PAUSE_MS = 61_000;

/** What mail programs stumble over: long lines and words, dots, other scripts, and marks. */
const PARAGRAPHS = [
	`${"A long line of a visitor. ".repeat(200)}`,
	"https://smallprint.example/".padEnd(1_500, "a"),
	".\n..\n.leading dots\nFrom the beginning of a line\n--\nA line\twith a tab",
	"植物の庭 🌱 — “quoted” ü\u00adber, שלום, \u202eright to left\u202c",
	"<script>alert(1)</script> & =3D =\n",
];
const SUBJECT = `Re: 植物の庭 🌱 wrote to you: ${"a subject that is long ".repeat(8)}`;

/** Puts a mail into the outbox. Returns its id. */
export async function queueLetter(to: string): Promise<string> {
	const dedupeKey = crypto.randomUUID();
	const email = composeEmail({
		...{ subject: SUBJECT, app: 'The "Garden", Ltd. <eve@evil.example> 植物' },
		paragraphs: PARAGRAPHS,
		link: { label: "Open", url: `https://smallprint.example/?token=${dedupeKey}` },
	});
	const references = Array.from({ length: 10 }, (_, n) => `<${n}-${dedupeKey}@in.example>`);
	const headers = { "In-Reply-To": references[9] ?? "", References: references.join(" ") };
	const replyTo = `reply+v${"a".repeat(42)}@in.smallprint.example`;
	const mail = { dedupeKey, kind: "test", to, email, headers, replyTo };
	await transaction((tx) => enqueueMail(tx, mail));
	const { id } = await db.outboxMail.findUniqueOrThrow({ where: { dedupeKey } });
	return id;
}

/** Returns a mail as it was written, with how it stands. */
export async function readLetter(id: string) {
	const row = await db.outboxMail.findUniqueOrThrow({ where: { id } });
	const mail = await findMail(id);
	assert.ok(mail);
	return { ...row, ...mail };
}

/** A server that sends by SMTP, and what it sends. */
export type Sending = {
	/** Queues mails to addresses, and waits for one attempt at each. Returns their ids. */
	send: (...addresses: string[]) => Promise<string[]>;
	/** Lets the pause pass, and waits for another attempt at these. */
	again: (...ids: string[]) => Promise<void>;
	server: TestServer;
};

/** Runs `work` with a server of the site that sends by a mail server. */
export async function sendingBy<T>(
	site: Site,
	{ url, authority }: { url: string; authority?: string },
	work: (sending: Sending) => Promise<T>,
): Promise<T> {
	const clock = movableClock(site.file.replace(/[^/]+$/, ""));
	const server = await startServer(site.file, {
		...{ ...site.env, ...clock.env, MAIL_BY: "smtp", SMTP_URL: url, POSTMARK_SERVER_TOKEN: "" },
		...(authority && { NODE_EXTRA_CA_CERTS: authority }),
	});
	let shift = 0;
	const tried = (ids: string[], attempts: number) =>
		until(
			`${attempts} attempts`,
			async () => {
				const where = { id: { in: ids }, attempts: { gte: attempts } };
				return (await db.outboxMail.count({ where })) === ids.length;
			},
			60_000,
		);
	try {
		return await work({
			server,
			send: async (...addresses) => {
				const ids: string[] = [];
				for (const to of addresses) ids.push(await queueLetter(to));
				await tried(ids, 1);
				return ids;
			},
			again: async (...ids) => {
				const rows = await Promise.all(ids.map(readLetter));
				shift += PAUSE_MS * 4;
				clock.set(shift);
				server.process.kill("SIGUSR2");
				await tried(ids, Math.max(...rows.map(({ attempts }) => attempts)) + 1);
			},
		});
	} finally {
		await server.stop();
		// What another part has left must not reach the next mail server.
		await transaction(async (tx) => {
			await tx.job.deleteMany();
			await tx.outboxMail.deleteMany();
		});
		assert.deepEqual(server.errors, []);
	}
}

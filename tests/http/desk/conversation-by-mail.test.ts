import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Side } from "#app/conversations/by-mail/reply-address.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { movableClock } from "../../kit/clock.ts";
import { createClient } from "../../kit/http/client.ts";
import { decode } from "../../kit/http/html.ts";
import { mailTo } from "../../kit/mailed.ts";
import { columnOf } from "../../kit/process/database.ts";
import { startServer, type TestServer } from "../../kit/process/server.ts";
import { until } from "../../kit/until.ts";
import { createConversation, createDesk, type Talk } from "../../kit/world/conversation.ts";
import { postAsPostmark, postmarkMail } from "../../kit/world/postmark-mail.ts";
import type { TestUser } from "../../kit/world/user.ts";
import { cookieOf, databaseFile } from "../../kit/world/world.ts";

/** A minute and more, after which a mail with the messages of that minute leaves. */
const A_WHILE_MS = 2 * MINUTE_MS;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "smallprint-by-mail-"));
/** The visitor's hour on the page is over when the server starts. */
let aheadMs = 2 * HOUR_MS;
const clock = movableClock(folder, aheadMs);

let server: TestServer;
let owner: TestUser;
let talk: Talk;
let neighbour: Talk;

beforeAll(async () => {
	const desk = await createDesk();
	owner = desk.owner;
	talk = await createConversation(desk.app, desk.form);
	neighbour = await createConversation(desk.app, desk.form, { message: "Is anybody there?" });
	server = await startServer(databaseFile, clock.env);
});

afterAll(async () => {
	expect(await server.stop()).toBe(0);
	expect(server.errors).toEqual([]);
	fs.rmSync(folder, { recursive: true });
});

function passTime(): void {
	aheadMs += A_WHILE_MS;
	clock.set(aheadMs);
	server.process.kill("SIGUSR2");
}

/** Waits for a mail to a side that says something. Returns it. */
async function readMail(side: Side, said: string) {
	const email = side === "visitor" ? talk.email : owner.email;
	const find = async () => (await mailTo(email)).find(({ text }) => text.includes(said));
	await until(`${side} has a mail that says: ${said}`, async () => (await find()) !== undefined);
	const mail = await find();
	if (!mail) throw new Error("The mail is gone");
	return mail;
}

/** Answers a mail as a program does: with the mail below it. Postmark posts it twice. */
async function answer(mail: { replyTo: string; text: string }, from: string, words: string) {
	const quoted = mail.text.replace(/^/gm, "> ");
	const attribution =
		"On Sun, Nov 22, 2026 at 10:00 AM Pocket Garden <mail@smallprint.example> wrote:";
	const text = `${words}\n\n${attribution}\n\n${quoted}\n`;
	const body = JSON.stringify(postmarkMail({ from, to: mail.replyTo, text }));
	for (const _ of ["once", "again"]) {
		expect((await postAsPostmark(createClient(server), body)).status).toBe(200);
	}
	passTime();
}

function messagesOf({ id }: Talk) {
	const sql =
		"SELECT via || ' ' || senderType || ': ' || message FROM Message WHERE submissionId = ? ORDER BY id";
	return columnOf(databaseFile, sql, id);
}

test("two people hold a conversation of ten messages by mail alone, one of them twice from a second address", async () => {
	const second = `second-${talk.email}`;
	const said: string[] = [];
	let last = "Where is my data?";
	async function turn(side: Side, words: string, from: string): Promise<void> {
		await answer(await readMail(side, last), from, words);
		said.push(`mail ${side === "visitor" ? "user" : "admin"}: ${words}`);
		last = words;
	}

	await turn("owner", "Which phone do you use?", owner.email);
	await turn("visitor", "A Pixel 8.\n\nIs that too old?", talk.email);
	await turn("owner", "No. Which version of the app?", owner.email);

	// From a second address, the mail waits until the visitor says that it is theirs.
	await answer(await readMail("visitor", last), second, "Version 4.2, from my desk.");
	expect(messagesOf(talk)).toEqual(said);
	const question = await readMail("visitor", "Version 4.2, from my desk.");
	const [link = ""] = /https?:\/\/\S+verify-submission\/mails\?\S+/.exec(question.text) ?? [];
	const { pathname, search } = new URL(link);
	const page = await createClient(server).get(pathname + search);
	const [, id = ""] = /name="mail" value="([^"]+)"/.exec(page.text) ?? [];
	expect(messagesOf(talk)).toEqual(said);
	const decided = await createClient(server).post(pathname + search, {
		mail: id,
		intent: "remember",
	});
	expect(decided.status).toBe(303);
	last = "Version 4.2, from my desk.";
	said.push(`mail user: ${last}`);
	passTime();

	await turn("owner", "Please open Settings and press Export.", owner.email);
	await turn("visitor", "I see a file named garden.zip.", second);
	await turn("owner", "That is your data.", owner.email);
	await turn("visitor", "Thank you! All the beds are in it.", talk.email);
	await turn("owner", "You're welcome.", owner.email);
	await turn("visitor", "Goodbye.", talk.email);
	await readMail("owner", "Goodbye.");

	expect(messagesOf(talk)).toEqual(said);
	expect(said).toHaveLength(10);
	expect(messagesOf(neighbour)).toEqual([]);
	const kinds = "SELECT kind || ': ' || count(*) FROM OutboxMail WHERE thread = ? GROUP BY kind";
	expect(columnOf(databaseFile, kinds, talk.id)).toEqual([
		"new-message: 6",
		"reply: 5",
		"verify-submission: 1",
		"was-this-you: 1",
	]);
	const thread = await createClient(server, { cookie: await cookieOf(owner) }).get(
		`/admin/conversation/${talk.id}`,
	);
	const shown = decode(thread.text);
	for (const message of said)
		expect(shown).toContain(
			message
				.split("\n")
				.at(-1)
				?.replace(/^mail \w+: /, ""),
		);
	expect(shown).not.toMatch(/reply\+[vo][a-z2-7]{42}/);
});

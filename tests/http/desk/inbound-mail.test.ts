import fs from "node:fs";
import http from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dumpDatabase } from "../../kit/dump.ts";
import { createClient } from "../../kit/http/client.ts";
import { columnOf } from "../../kit/process/database.ts";
import { startServer, type TestServer } from "../../kit/process/server.ts";
import { answerAddress } from "../../kit/world/incoming-mail.ts";
import {
	postAsPostmark,
	postmarkAuthorization,
	postmarkMail,
} from "../../kit/world/postmark-mail.ts";
import { addressOf, createWorld, databaseFile, type World } from "../../kit/world/world.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const MEGABYTE = 1024 * 1024;
const TEN = Array.from({ length: 10 });

let server: TestServer;
let world: World;

beforeAll(async () => {
	const env = { INBOUND_SECRET: SECRET, INBOUND_AUTHSERV_ID: "mx.example.org" };
	server = await startServer(databaseFile, env);
	world = await createWorld();
});

afterAll(async () => {
	expect(await server.stop()).toBe(0);
	expect(server.errors).toEqual([]);
});

const client = () => createClient(server);

function fromVisitor(text: string) {
	const { submission } = world;
	return postmarkMail({ from: submission.email, to: answerAddress("visitor", submission), text });
}

/** Returns how often a text stands in the conversation. */
async function countInThread(text: string): Promise<number> {
	const page = await client().get(addressOf("/conversation/:conversationToken", world));
	const sql = "SELECT COUNT(*) FROM Message WHERE submissionId = ? AND instr(message, ?)";
	const [count] = columnOf(databaseFile, sql, world.submission.id, text);
	expect(page.text.includes(text)).toBe(count !== 0);
	return Number(count);
}

/** Returns by how many bytes the server's process grows meanwhile, at most. */
async function growthDuring(work: () => Promise<void>): Promise<number> {
	const memory = () => {
		const status = fs.readFileSync(`/proc/${server.process.pid}/status`, "utf8");
		return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
	};
	const before = memory();
	let most = before;
	const timer = setInterval(() => {
		most = Math.max(most, memory());
	}, 10);
	await work();
	clearInterval(timer);
	return most - before;
}

describe("Postmark's door", () => {
	test("adds a visitor's mail to the conversation, once for ten posts of it at a time", async () => {
		const body = JSON.stringify(fromVisitor("It is in the shed."));
		const answers = await Promise.all(TEN.map(() => postAsPostmark(client(), body)));
		expect(answers.map(({ status }) => status)).toEqual(TEN.map(() => 200));
		expect(await countInThread("It is in the shed.")).toBe(1);
	});

	test.each<[string, { authorization?: string; body?: string }, number]>([
		["without a secret", { authorization: "" }, 401],
		["with another secret", { authorization: postmarkAuthorization("x".repeat(64)) }, 401],
		["with no JSON", { body: "Hello" }, 403],
		["with nothing", { body: "" }, 403],
		["with JSON that ends early", { body: '{"MessageID":"1","TextBody":"Hel' }, 403],
		["with what is no mail", { body: "[null]" }, 403],
	])("refuses a post %s, and stores nothing", async (_, { authorization, body }, status) => {
		const sound = JSON.stringify(fromVisitor("Nobody may read this."));
		const before = dumpDatabase(databaseFile);
		const answer = await postAsPostmark(client(), body ?? sound, { authorization });
		expect(answer.status).toBe(status);
		const challenge = status === 401 ? 'Basic realm="Postmark"' : undefined;
		expect(answer.headers["www-authenticate"]).toBe(challenge);
		expect(JSON.parse(answer.text)).toEqual({ error: expect.stringMatching(/\.$/) });
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("takes no GET, and says what it is for", async () => {
		const answer = await client().get("/postmark/inbound");
		expect([answer.status, answer.headers.allow]).toEqual([405, "POST"]);
	});

	test("takes a mail with files of 35 MB in 30 MB of memory, in chunks too, and refuses more", async () => {
		const mail = fromVisitor("Three films are attached.");
		const large = (megabytes: number, id: string) =>
			JSON.stringify({
				...mail,
				MessageID: id,
				Attachments: [
					{
						Name: "film.mp4",
						Content: "QUJD".repeat(megabytes * 262_144),
						ContentType: "video/mp4",
					},
				],
			});
		for (const chunked of [false, true]) {
			const body = large(47, `large-${chunked}`);
			const growth = await growthDuring(async () => {
				expect((await postAsPostmark(client(), body, { chunked })).status).toBe(200);
			});
			expect(growth).toBeLessThan(30 * MEGABYTE);
		}
		expect(await countInThread("Three films are attached.")).toBe(2);
		expect((await postAsPostmark(client(), large(49, "larger"))).status).toBe(413);
	});
});

test("ten mails are read at a time, others come again, and one that breaks off harms nobody", async () => {
	const body = JSON.stringify(fromVisitor("Patience."));
	const slow = TEN.map(() => {
		const headers = { Authorization: postmarkAuthorization(), "Transfer-Encoding": "chunked" };
		const request = http.request(`${server.url}/postmark/inbound`, { method: "POST", headers });
		request.on("error", () => {}).write("{");
		return request;
	});
	const busy = async () => {
		const { status, headers } = await postAsPostmark(client(), body);
		return [status, headers["retry-after"]];
	};
	await expect.poll(busy).toEqual([503, "60"]);
	for (const request of slow) request.destroy();
	await expect.poll(busy).toEqual([200, undefined]);
	expect(await countInThread("Patience.")).toBe(1);
});

describe("the door for a mail server", () => {
	type Sent = { authorization?: string; headers?: string[]; body?: string; chunked?: boolean };

	/** Posts a mail of the world's visitor, as a pipe of Postfix to curl does. */
	function post(text: string, sent: Sent = {}) {
		const { email } = world.submission;
		const headers = [`From: <${email}>`, "Subject: Re: Your message", ...(sent.headers ?? [])];
		return client().send("/hooks/mail", {
			method: "POST",
			headers: {
				"Content-Type": "message/rfc822",
				"Sec-Fetch-Site": undefined,
				Authorization: sent.authorization ?? `Bearer ${SECRET}`,
				"X-Envelope-From": email,
				"X-Envelope-To": answerAddress("visitor", world.submission),
			},
			body: sent.body ?? `${headers.join("\r\n")}\r\n\r\n${text}\r\n`,
			chunked: sent.chunked,
		});
	}

	const verdict = () => {
		const [, domain] = world.submission.email.split("@");
		return `Authentication-Results: mx.example.org; dkim=pass header.d=${domain}`;
	};

	test("adds a mail that the server found proved, once for ten posts of it at a time", async () => {
		const text = "It was in the garage.";
		const answers = await Promise.all(TEN.map(() => post(text, { headers: [verdict()] })));
		expect(answers.map(({ status }) => status)).toEqual(TEN.map(() => 200));
		expect(await countInThread(text)).toBe(1);
	});

	test("shows nothing of a mail that the server did not find proved", async () => {
		expect((await post("I am somebody else.")).status).toBe(200);
		expect(await countInThread("I am somebody else.")).toBe(0);
	});

	test.each<[string, Sent, number]>([
		["without a secret", { authorization: "" }, 401],
		["with another secret", { authorization: `Bearer ${SECRET}0` }, 401],
		["with Postmark's secret", { authorization: postmarkAuthorization() }, 401],
		["with nothing", { body: "" }, 403],
	])("refuses a post %s, and stores nothing", async (_, sent, status) => {
		const before = dumpDatabase(databaseFile);
		const answer = await post("Nobody may read this.", sent);
		expect(answer.status).toBe(status);
		expect(answer.headers["www-authenticate"]).toBe(status === 401 ? "Bearer" : undefined);
		expect(JSON.parse(answer.text)).toEqual({ error: expect.stringMatching(/\.$/) });
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("takes a mail with a file of 35 MB between two texts", async () => {
		const film = `${"QUJD".repeat(19)}\r\n`.repeat(600_000);
		const file = `Content-Type: video/mp4; name=film.mp4\r\nContent-Transfer-Encoding: base64\r\n\r\n${film}`;
		const [above, below] = ["The film is below.", "The film is above."].map(
			(text) => `Content-Type: text/plain\r\n\r\n${text}\r\n`,
		);
		const body = [
			...["MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b", verdict()],
			`From: ${world.submission.email}\r\n`,
			`--b\r\n${above}--b\r\n${file}--b\r\n${below}--b--`,
		].join("\r\n");
		expect((await post("", { body, chunked: true })).status).toBe(200);
		expect(await countInThread("The film is below.")).toBe(1);
		expect(await countInThread("The film is above.")).toBe(1);
	});
});

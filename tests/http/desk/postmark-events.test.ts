import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dumpDatabase } from "../../kit/dump.ts";
import { createClient } from "../../kit/http/client.ts";
import { startServer, type TestServer } from "../../kit/process/server.ts";
import { bounceEvent, complaintEvent } from "../../kit/stand-ins/postmark-events.ts";
import { databaseFile } from "../../kit/world/world.ts";

const ADDRESS = "/postmark/events";
const SECRET = "0123456789abcdef-0123456789abcdef";
const TRUSTED = `Basic ${Buffer.from(`postmark:${SECRET}`).toString("base64")}`;

let server: TestServer;

beforeAll(async () => {
	server = await startServer(databaseFile, { POSTMARK_INBOUND_SECRET: SECRET });
});

afterAll(async () => {
	expect(await server.stop()).toBe(0);
	expect(server.errors).toEqual([]);
});

/** As Postmark posts: without an origin, a cookie, or anything that a browser adds. */
function post(body: string, headers: Record<string, string | undefined> = {}) {
	return createClient(server.url).send(ADDRESS, {
		method: "POST",
		headers: {
			"Content-Type": "application/json",
			"Sec-Fetch-Site": undefined,
			Authorization: TRUSTED,
			...headers,
		},
		body,
	});
}

test.each([
	["a bounce", JSON.stringify(bounceEvent())],
	["a spam complaint", JSON.stringify(complaintEvent())],
	["a record that we don't know", '{"RecordType":"Later"}'],
])("%s is taken, so that Postmark does not post it again", async (_what, body) => {
	const answer = await post(body);
	expect(answer.status).toBe(200);
	expect(JSON.parse(answer.text)).toEqual({ received: true });
});

describe("a post that is no event of Postmark's", () => {
	test.each<[string, number, string, Record<string, string | undefined>?]>([
		["without a secret", 401, "{}", { Authorization: undefined }],
		["with another secret", 401, "{}", { Authorization: `${TRUSTED.slice(0, -4)}AAA=` }],
		["with the secret of another scheme", 401, "{}", { Authorization: `Bearer ${SECRET}` }],
		["that is no JSON", 403, "{"],
		["that is empty", 403, ""],
		["that is a list", 403, "[{]"],
		["that is null", 403, "null"],
		["that is a bounce of no mail", 403, '{"RecordType":"Bounce"}'],
		["of 1 MB", 413, "x".repeat(1024 * 1024)],
		["from a page of another site", 403, "{}", { Origin: "https://evil.example" }],
	])("%s is a %d, and changes nothing", async (_what, status, body, headers) => {
		const before = dumpDatabase(databaseFile);
		expect((await post(body, headers)).status).toBe(status);
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("but a GET is told to post", async () => {
		const answer = await createClient(server.url).get(ADDRESS);
		expect(answer.status).toBe(405);
		expect(answer.headers.allow).toBe("POST");
	});
});

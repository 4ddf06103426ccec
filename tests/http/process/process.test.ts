import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { createEmailLink } from "#app/accounts/email-link.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { type Answer, createClient, encode, FORM } from "../../kit/http/client.ts";
import { builtRoutes, dataPath } from "../../kit/http/routes.ts";
import { columnOf, copyDatabase } from "../../kit/process/database.ts";
import { HOSTED_ENV } from "../../kit/process/hosted.ts";
import { serve } from "../../kit/process/serve.ts";
import { startServer, type TestServer } from "../../kit/process/server.ts";
import { createUser, PASSWORD } from "../../kit/world/user.ts";
import { addressOf, createWorld, databaseFile } from "../../kit/world/world.ts";

/** A connection that is kept open would be closed after 10 s. */
const HELD_MS = 9_000;

type LogLine = {
	at: string;
	event: string;
	id: string;
	method: string;
	route: string;
	status: number;
	ms: number;
	path?: string;
};

function requestsIn(server: TestServer): LogLine[] {
	return server.log
		.filter((line) => line.includes('"event":"request"'))
		.map((line) => JSON.parse(line) as LogLine);
}

/** The line of one answer, found by the id that the answer carries. */
async function lineOf(server: TestServer, id: unknown): Promise<LogLine> {
	await expect.poll(() => requestsIn(server).some((line) => line.id === id)).toBe(true);
	return requestsIn(server).find((line) => line.id === id) as LogLine;
}

describe("the request log", () => {
	const server = serve();

	test("writes one line a request, with the pattern of the route", async () => {
		const world = await createWorld();
		const client = createClient(server.url, { cookie: world.cookie });
		const sent: { answer: Answer; line: object }[] = [];
		for (const route of builtRoutes()) {
			const address = addressOf(route.pattern, world);
			for (const path of [address, dataPath(address)]) {
				for (const method of ["GET", "HEAD"]) {
					const answer = await client.send(path, { method });
					const line = {
						at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
						event: "request",
						id: answer.headers["x-request-id"],
						method,
						route: route.pattern,
						status: answer.status,
						ms: expect.any(Number),
						...(route.pattern === "/*" && { path }),
					};
					sent.push({ answer, line });
				}
			}
		}
		for (const { answer, line } of sent) {
			const id = answer.headers["x-request-id"];
			const written = await lineOf(server, id);
			expect(requestsIn(server).filter((one) => one.id === id)).toHaveLength(1);
			expect(written).toEqual(line);
			expect(written.ms).toBeGreaterThan(0);
		}
	});

	test("tells the path of a page that is not there, without its query and at most 200 characters", async () => {
		const client = createClient(server.url);
		const missing = await client.get("/old/help/page/of/ours?token=abc123");
		const line = await lineOf(server, missing.headers["x-request-id"]);
		expect(line.path).toBe("/old/help/page/of/ours");
		// The page is rendered to be kept, which is no request of its own.
		expect(requestsIn(server).filter(({ path }) => path === line.path)).toEqual([line]);
		const long = await client.get(`/a/b/c/${"d/".repeat(500)}`);
		expect((await lineOf(server, long.headers["x-request-id"])).path).toHaveLength(200);
	});

	test("tells nothing of a path that may be a token, as of a link that was copied wrong", async () => {
		const { submission } = await createWorld();
		const client = createClient(server.url);
		for (const path of [
			`/from/smallprint.example/conversation/${submission.token}`,
			`/conversation%2F${submission.token}`,
		]) {
			const missing = await client.get(path);
			const line = await lineOf(server, missing.headers["x-request-id"]);
			expect(line.path).toMatch(/^\/.*conversation.*…$/);
		}
		expect(server.log.join("\n")).not.toContain(submission.token);
	});

	test("holds no token, no address, no name and nothing that was typed", async () => {
		const world = await createWorld({ accountName: "very-private-name" });
		const client = createClient(server.url, { cookie: world.cookie });
		const visitor = createClient(server.url);
		const { userId } = await createUser({ confirmed: false });
		const confirm = await transaction((tx) => createEmailLink(tx, userId, "confirm"));
		const reset = await transaction((tx) => createEmailLink(tx, world.user.userId, "reset"));

		await visitor.get(`/auth/confirm?token=${confirm}`);
		const signedIn = await visitor.post("/auth/confirm", { token: confirm, password: PASSWORD });
		await visitor.get(`/auth/reset?token=${reset}`);
		await visitor.get(dataPath(`/auth/reset?token=${reset}`));
		await visitor.post(`/auth/reset?token=${reset}`, { password: "x", confirm_password: "y" });
		await visitor.post("/auth", { email: world.user.email, password: PASSWORD });
		await visitor.post("/auth", { email: "typed@private.example", password: "typed-password" });
		await visitor.post("/auth/forgot", { email: world.user.email });
		await client.get("/dashboard", {
			"User-Agent": "Private Browser",
			Referer: "https://from.example",
		});
		await client.get("/account-name/check?slug=typed-slug");
		await client.get(addressOf("/app/:appId/documents/:documentId/edit", world));
		const last = await visitor.get(world.document.path);
		await lineOf(server, last.headers["x-request-id"]);

		const log = server.log.join("\n");
		const session = /session=([^;]+)/.exec(signedIn.cookies.join())?.[1] ?? "none";
		for (const secret of [
			confirm,
			reset,
			session,
			world.user.token,
			world.cookie,
			world.user.email,
			"typed@private.example",
			"typed-password",
			"typed-slug",
			PASSWORD,
			"very-private-name",
			world.app.appId,
			world.document.id,
			"127.0.0.1",
			"::1",
			"Private Browser",
			"from.example",
			"token=",
		]) {
			expect(log).not.toContain(secret);
		}
	});

	test("gives each request an id of its own, whatever the client claims", async () => {
		const client = createClient(server.url);
		const claimed = { "X-Request-Id": "claimed", "X-Route": "/claimed" };
		const ids = new Set<unknown>();
		for (let n = 0; n < 5; n += 1) {
			const answer = await client.get("/auth", claimed);
			ids.add(answer.headers["x-request-id"]);
			expect((await lineOf(server, answer.headers["x-request-id"])).route).toBe("/auth");
		}
		expect(ids.size).toBe(5);
		expect(ids.has("claimed")).toBe(false);
	});

	test("keeps to one line also for an address with line breaks in it", async () => {
		const answer = await createClient(server.url).get('/a/b/c/%0A{"event":"request"}%0D');
		const line = await lineOf(server, answer.headers["x-request-id"]);
		expect(line.path).toContain("/a/b/c/");
		for (const one of server.log.filter((text) => text.includes("event"))) JSON.parse(one);
	});
});

test("what a worker fails at stands in the log with its stack, and the site goes on", async () => {
	const file = copyDatabase();
	const server = await startServer(file);
	const connection = new Database(file);
	connection.exec("ALTER TABLE Job RENAME TO Elsewhere");
	const failures = () =>
		server.log
			.filter((line) => line.includes('"event":"background work failed"'))
			.map((line) => JSON.parse(line) as { error: string });
	await expect.poll(() => failures().length).toBeGreaterThan(0);
	expect(failures()[0]?.error).toMatch(/Job.*\n\s+at /s);
	expect((await createClient(server.url).get("/healthz")).status).toBe(200);
	connection.exec("ALTER TABLE Elsewhere RENAME TO Job");
	connection.close();
	expect(await server.stop()).toBe(0);
});

test("with another secret, browsers stay signed in and links work, but no conversation is found", async () => {
	const { cookie, user, submission, unverified } = await createWorld();
	const confirm = await transaction((tx) => createEmailLink(tx, user.userId, "confirm"));
	const server = await startServer(databaseFile, HOSTED_ENV);
	const client = createClient(server.url, { cookie: `__Host-${cookie}` });
	const statusOf = async (address: string) => (await client.get(address)).status;
	expect(await statusOf("/dashboard")).toBe(200);
	expect(await statusOf(`/auth/confirm?token=${confirm}`)).toBe(200);
	expect(await statusOf(`/verify-submission?${new URLSearchParams(unverified.verify)}`)).toBe(200);
	expect(await statusOf(`/extend-session?${new URLSearchParams(submission.session)}`)).toBe(200);
	expect(await statusOf(`/conversation/${submission.token}`)).toBe(404);
	await server.stop();
});

type Upload = { values: Record<string, string>; cookie: string };

/** Posts a form and holds back all but its first bytes, until `upload` ends with the `rest`. */
function startUpload({ url }: TestServer, path: string, { values, cookie }: Upload) {
	const body = encode(values);
	const headers = {
		Origin: url,
		"Sec-Fetch-Site": "same-origin",
		"Content-Type": FORM,
		"Content-Length": body.length,
		Cookie: cookie,
	};
	const upload = http.request(url + path, { method: "POST", agent: false, headers });
	upload.write(body.slice(0, 10));
	const answered = once(upload, "response") as Promise<[http.IncomingMessage]>;
	return { upload, rest: body.slice(10), answered, sent: once(upload, "socket") };
}

describe("stopping", () => {
	test("finishes thirty slow uploads that are under way, takes no new connection, and exits 0", async () => {
		const world = await createWorld();
		const server = await startServer(databaseFile);
		const uploads = Array.from({ length: 30 }, (_, n) => {
			const message = `Written while stopping ${n}`;
			const values = { message, request_id: crypto.randomUUID() };
			return startUpload(server, addressOf("/admin/conversation/:submissionId", world), {
				values,
				cookie: world.cookie,
			});
		});
		await Promise.all(uploads.map(({ sent }) => sent));
		// Their connections are taken before this one's answer comes.
		expect((await createClient(server.url).get("/healthz")).status).toBe(200);

		const stopped = server.stop();
		await expect.poll(() => server.log.some((line) => line.includes('"stopping"'))).toBe(true);
		await expect(canConnect(server.url)).resolves.toBe(false);
		expect(server.process.exitCode).toBe(null);

		for (const { upload, rest } of uploads) upload.end(rest);
		for (const { answered } of uploads) {
			const [answer] = await answered;
			answer.resume();
			expect(answer.statusCode).toBe(303);
		}
		expect(await stopped).toBe(0);
		expect(server.log.at(-1)).toContain('"stopped"');
		expect(server.errors).toEqual([]);
		const stored = "SELECT count(*) FROM Message WHERE message LIKE 'Written while stopping %'";
		expect(columnOf(databaseFile, stored)).toEqual([30]);
	});

	test("renders a preview whose text was still on its way", async () => {
		const server = await startServer(databaseFile);
		const world = await createWorld();
		const preview = startUpload(server, addressOf("/app/:appId/documents/new", world), {
			values: { title: "Long", content: "## Part\n\nSome *text*.\n\n", intent: "preview" },
			cookie: world.cookie,
		});
		await preview.sent;
		expect((await createClient(server.url).get("/healthz")).status).toBe(200);
		const code = server.stop();
		await expect.poll(() => server.log.some((line) => line.includes('"stopping"'))).toBe(true);
		preview.upload.end(preview.rest);
		const [answer] = await preview.answered;
		expect(answer.statusCode).toBe(200);
		const page = Buffer.concat(await answer.toArray()).toString();
		expect(page).toContain("Some <em>text</em>");
		expect(page).toContain("</html>");
		const answered = performance.now();
		expect(await code).toBe(0);
		expect(performance.now() - answered).toBeLessThan(HELD_MS);
		const stopping = server.log.findIndex((line) => line.includes('"stopping"'));
		const finished = server.log.findIndex((line) => line.includes('"/app/:appId/documents/new"'));
		expect(stopping).toBeGreaterThan(-1);
		expect(finished).toBeGreaterThan(stopping);
		expect(server.errors).toEqual([]);
	});

	test("does not wait for browsers that merely keep their connection open", async () => {
		const server = await startServer(databaseFile);
		const { port } = new URL(server.url);
		const idle = net.connect(Number(port), "127.0.0.1");
		await once(idle, "connect");
		idle.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
		await once(idle, "data");
		const closed = once(idle, "close");
		const started = performance.now();
		expect(await server.stop()).toBe(0);
		await closed;
		expect(performance.now() - started).toBeLessThan(HELD_MS);
	});

	test("folds the write-ahead log into the database file", async () => {
		const file = copyDatabase();
		const server = await startServer(file);
		const signedUp = await createClient(server.url).post("/auth?mode=sign-up", {
			email: "someone@example.com",
			password: PASSWORD,
			confirm_password: PASSWORD,
		});
		expect(signedUp.status).toBe(303);
		expect(fs.statSync(`${file}-wal`).size).toBeGreaterThan(0);
		expect(await server.stop()).toBe(0);
		expect(fs.existsSync(`${file}-wal`)).toBe(false);
		expect(columnOf(file, "SELECT email FROM User")).toEqual(["someone@example.com"]);
	});

	test("happens at SIGINT too", async () => {
		const server = await startServer(databaseFile);
		server.process.kill("SIGINT");
		const [code] = (await once(server.process, "exit")) as [number | null];
		expect(code).toBe(0);
	});

	test("doesn't wait for ever: a second signal ends it at once", async () => {
		const server = await startServer(databaseFile);
		const { port } = new URL(server.url);
		const hanging = net.connect(Number(port), "127.0.0.1");
		hanging.on("error", () => {});
		await once(hanging, "connect");
		hanging.write(
			`POST /auth HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: ${FORM}\r\nContent-Length: 10\r\n\r\nem`,
		);
		expect((await createClient(server.url).get("/healthz")).status).toBe(200);
		server.process.kill("SIGTERM");
		await expect.poll(() => server.log.some((line) => line.includes('"stopping"'))).toBe(true);
		const exited = once(server.process, "exit");
		server.process.kill("SIGTERM");
		expect(await exited).toEqual([1, null]);
		hanging.destroy();
	});
});

describe("starting", () => {
	async function faultOf(file: string, env: Record<string, string>): Promise<string> {
		return startServer(file, env).then(
			async (server) => {
				await server.stop();
				return "It started.";
			},
			(error: Error) => error.message,
		);
	}

	test("at a port that is taken ends with a sentence and code 1", async () => {
		const other = net.createServer().listen(0, "127.0.0.1");
		await once(other, "listening");
		const { port } = other.address() as net.AddressInfo;
		const fault = await faultOf(databaseFile, { PORT: String(port) });
		other.close();
		expect(fault).toMatch(/^The server ended with 1:\n[^\n]*$/);
		expect(fault).toContain(`${port}: another program is at this port. Set PORT to a free one.`);
	});

	test("with faulty variables ends with a sentence for each and code 1", async () => {
		const fault = await faultOf(databaseFile, {
			PORT: "http",
			PROCESSES: "two",
			DATABASE_URL: "postgres://db",
			TRUST_PROXY: "yes",
			SUPPORT_EMAIL: "nobody",
			GENERATOR_TERMS_URL: "ftp://x",
		});
		const head = "The server ended with 1:\nSmallprint can't start with this environment:\n";
		expect(fault.slice(0, head.length)).toBe(head);
		const sentences = fault.slice(head.length).split("\n").sort();
		expect(sentences).toEqual([
			expect.stringMatching(/^ {2}DATABASE_URL must start with file:/),
			"  GENERATOR_TERMS_URL must be an http or https address",
			"  PORT must be a port number, such as 3000",
			"  PROCESSES must be a number from 1 to 999, or auto for one on each core",
			"  SUPPORT_EMAIL must be an e-mail address",
			"  TRUST_PROXY must be true or false",
		]);
	});
});

describe("/healthz", () => {
	test("says 200 while the database can be read, and 503 once it can't", async () => {
		const file = copyDatabase();
		const server = await startServer(file);
		const client = createClient(server.url);
		const healthy = await client.get("/healthz");
		expect(healthy.status).toBe(200);
		expect(JSON.parse(healthy.text)).toEqual({ status: "ok" });

		spoil(file);
		const ill = await client.get("/healthz");
		expect(ill.status).toBe(503);
		expect(JSON.parse(ill.text)).toEqual({ status: "the database can't be read" });
		expect(ill.headers["cache-control"]).toBe("no-store");
		// To whoever asks it says no more; the operator finds the reason in the log.
		await expect.poll(() => server.errors.join("\n")).toMatch(/malformed|not a database/);
		const told = server.errors.length;

		// The process lives, and tells people that the fault is ours, with every header of a page.
		const page = await client.get("/someone/some-app/privacy");
		expect(page.status).toBe(500);
		expect(page.text).toContain("The fault is ours");
		expect(page.text).not.toMatch(/malformed|SQLITE|Prisma|\.ts:|node_modules/);
		expect(page.headers["content-security-policy"]).toContain("script-src 'none'");
		expect(page.headers["cache-control"]).toBe("no-store");
		expect(page.headers["x-content-type-options"]).toBe("nosniff");
		expect((await client.get("/auth")).status).toBe(200);
		expect(server.errors.slice(told).join("\n")).toContain('"event":"error"');
		await server.stop();
	});
});

/** Damages every page of the database file, after a write that makes readers look at it anew. */
function spoil(file: string) {
	const connection = new Database(file);
	connection.exec("CREATE TABLE Spoiled (id TEXT)");
	connection.pragma("wal_checkpoint(TRUNCATE)");
	connection.close();
	const descriptor = fs.openSync(file, "r+");
	const { size } = fs.fstatSync(descriptor);
	fs.writeSync(descriptor, Buffer.alloc(size, 0xa5), 0, size, 0);
	fs.closeSync(descriptor);
}

function canConnect(url: string): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = net.connect(Number(new URL(url).port), "127.0.0.1");
		socket.once("connect", () => {
			socket.destroy();
			resolve(true);
		});
		socket.once("error", () => resolve(false));
	});
}

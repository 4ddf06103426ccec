import http from "node:http";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { dumpDatabase, readTables } from "../../kit/dump.ts";
import { type Answer, type Client, createClient, FORM } from "../../kit/http/client.ts";
import { limitFiles } from "../../kit/process/limit-files.ts";
import { fakeMount } from "../../kit/process/litefs.ts";
import { startServer } from "../../kit/process/server.ts";

/** Hosted mode over plain files that play LiteFS, before the app is loaded. */
const postmark = await vi.hoisted(async () => {
	const [{ startPostmark }, { HOSTED_ENV }, { default: path }] = await Promise.all([
		import("../../kit/stand-ins/postmark.ts"),
		import("../../kit/process/hosted.ts"),
		import("node:path"),
	]);
	const server = await startPostmark();
	const folder = path.dirname((process.env.DATABASE_URL ?? "").replace("file:", ""));
	Object.assign(process.env, HOSTED_ENV, { POSTMARK_API_URL: server.url, LITEFS_DIR: folder });
	return server;
});

const { createWorld, databaseFile } = await import("../../kit/world/world.ts");
const { createUser } = await import("../../kit/world/user.ts");
const { HOSTED_ENV } = await import("../../kit/process/hosted.ts");

const PRIMARY = "machine-1";
const REPLAY = `instance=${PRIMARY};timeout=5s;fallback=prefer_self`;
/** For a machine with other work to do. */
const PATIENTLY = 60_000;
/** Waiting for one's own writes ends after 1 s. */
const AT_ONCE_MS = 700;

const mount = fakeMount(databaseFile);
const server = await startServer(databaseFile, {
	...HOSTED_ENV,
	POSTMARK_API_URL: postmark.url,
	LITEFS_DIR: path.dirname(databaseFile),
	REPLICA_MAX_LAG_S: "20",
});
const world = await createWorld();
const client = createClient(server.url);

beforeEach(() => {
	mount.bePrimary();
	mount.setPosition(1);
});

afterAll(async () => {
	expect(await server.stop()).toBe(0);
	expect(server.errors).toEqual([]);
	await postmark.stop();
});

function post(from: Client, address: string, values: Record<string, string>, headers = {}) {
	return from.post(address, values, { Origin: HOSTED_ENV.APP_URL, ...headers });
}

function forgotPassword(email: string, headers = {}): Promise<Answer> {
	return post(client, "/auth/forgot", { email }, headers);
}

/** The Cookie header of somebody who wrote when the primary was at a transaction. */
async function cookieOfWriter(txid: number): Promise<string> {
	mount.bePrimary();
	mount.setPosition(txid);
	const { cookies } = await forgotPassword("nobody@example.com");
	return cookies.find((cookie) => cookie.startsWith("__Host-position="))?.split(";")[0] ?? "";
}

async function timed(work: () => Promise<Answer>): Promise<Answer & { ms: number }> {
	const started = performance.now();
	const answer = await work();
	return { ...answer, ms: performance.now() - started };
}

/** Times it up to five times. A busy machine delays one or another, a wait of ours each of them. */
async function timedAtBest(work: () => Promise<Answer>): Promise<Answer & { ms: number }> {
	for (let tries = 1; ; tries += 1) {
		const answer = await timed(work);
		if (answer.ms < AT_ONCE_MS || tries === 5) return answer;
	}
}

describe("what may write", () => {
	test("is left to the primary by a replica, before the body is read", async () => {
		mount.beReplicaOf(PRIMARY);
		const before = dumpDatabase(databaseFile);
		const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
			const headers = { "Content-Type": FORM, "Content-Length": 100, Origin: HOSTED_ENV.APP_URL };
			const outgoing = http.request(
				server.url,
				{ method: "POST", path: "/auth", headers },
				(got) => {
					resolve(got);
					outgoing.destroy();
				},
			);
			outgoing.once("error", reject);
			outgoing.flushHeaders();
		});
		expect(answer.statusCode).toBe(409);
		expect(answer.headers["fly-replay"]).toBe(REPLAY);
		expect(answer.headers["set-cookie"]).toBeUndefined();
		expect(answer.headers["cache-control"]).toBe("no-store");
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("is refused by a replica as by the primary when it is too large or from another site", async () => {
		mount.beReplicaOf(PRIMARY);
		const large = await post(client, "/auth", { email: "a".repeat(600_000) });
		expect([large.status, large.headers["fly-replay"]]).toEqual([413, undefined]);
		const foreign = await client.post("/auth", {}, { Origin: "https://evil.example" });
		expect([foreign.status, foreign.headers["fly-replay"]]).toEqual([403, undefined]);
	});

	test("gets a page that says when to try again, while there is no primary", async () => {
		mount.beCutOff(2_000);
		const answer = await forgotPassword(world.user.email);
		expect(answer.status).toBe(503);
		expect(answer.headers["retry-after"]).toBe("30");
		expect(answer.headers["fly-replay"]).toBeUndefined();
		expect(answer.text).toContain("<h1>Nothing can be changed right now</h1>");
		expect(answer.text).toContain("Nothing was saved.");
	});

	test("gets the same page when the proxy could not reach the primary", async () => {
		mount.beReplicaOf(PRIMARY);
		const answer = await forgotPassword(world.user.email, {
			"Fly-Replay-Failed": `instance=${PRIMARY};reason=timeout`,
		});
		expect([answer.status, answer.headers["fly-replay"]]).toEqual([503, undefined]);
	});

	// util-linux sets the limit; the process hears of it as a disk that fails.
	test.runIf(process.platform === "linux")(
		"is never a 500 where the database refuses it after all",
		async () => {
			limitFiles(server.process, "4096");
			try {
				const answer = await forgotPassword(world.user.email);
				expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "30"]);
				expect(answer.headers["content-type"]).toBe("text/html; charset=UTF-8");
				expect(answer.text).toContain("Nothing was saved.");
				expect(answer.cookies).toEqual([]);
			} finally {
				limitFiles(server.process, "unlimited");
			}
			expect((await forgotPassword(world.user.email)).status).toBe(303);
			await vi.waitFor(() => expect(server.errors.join()).toContain("disk I/O error"), PATIENTLY);
			server.errors.length = 0;
		},
	);
});

describe("people who wrote", () => {
	test("carry the position of the primary, and nobody else does", async () => {
		mount.setPosition(77);
		const wrote = await forgotPassword("nobody@example.com");
		expect(wrote.cookies.join()).toMatch(
			/^__Host-position=000000000000004d\.[0-9a-f]{64}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
		);
		for (const address of ["/", "/auth", world.document.path, world.form.path, "/healthz"]) {
			expect((await client.get(address)).cookies).toEqual([]);
		}
	});

	test("are answered by a replica that has what they wrote, at once", async () => {
		const Cookie = await cookieOfWriter(5);
		mount.beReplicaOf(PRIMARY);
		for (const address of [world.document.path, "/auth"]) {
			const answer = await timedAtBest(() => client.get(address, { Cookie }));
			expect(answer.status).toBe(200);
			expect(answer.ms).toBeLessThan(AT_ONCE_MS);
		}
	});

	test("wait for a replica that is about to have it", async () => {
		const Cookie = await cookieOfWriter(9);
		mount.beReplicaOf(PRIMARY);
		const ask = async () => {
			mount.setPosition(8);
			let isAnswered = false;
			const asked = client.get(world.document.path, { Cookie }).finally(() => {
				isAnswered = true;
			});
			await client.get("/auth");
			const hasWaited = !isAnswered;
			mount.setPosition(9);
			return [hasWaited, (await asked).status];
		};
		// A busy machine may take the second that it waits for another page.
		await expect.poll(ask).toEqual([true, 200]);
	});

	test("are sent to the primary after a second, also past the page that is kept", async () => {
		const Cookie = await cookieOfWriter(9);
		mount.beReplicaOf(PRIMARY);
		mount.setPosition(8);
		expect((await client.get(world.document.path)).status).toBe(200);
		for (const address of [world.document.path, "/auth"]) {
			const answer = await timed(() => client.get(address, { Cookie }));
			expect([answer.status, answer.headers["fly-replay"]]).toEqual([409, REPLAY]);
			expect(answer.ms).toBeLessThan(10_000);
		}
		expect((await client.get("/favicon.svg", { Cookie })).status).toBe(200);
	});

	test("read what there is when the primary can't be reached", async () => {
		const Cookie = await cookieOfWriter(9);
		mount.setPosition(8);
		mount.beCutOff(2_000);
		const cutOff = await timedAtBest(() => client.get(world.document.path, { Cookie }));
		expect(cutOff.status).toBe(200);
		expect(cutOff.ms).toBeLessThan(AT_ONCE_MS);
		mount.beReplicaOf(PRIMARY);
		const returned = { Cookie, "Fly-Replay-Failed": "reason=timeout" };
		expect((await client.get(world.document.path, returned)).status).toBe(200);
	});

	test("can't be played by anyone: a forged position delays nothing", async () => {
		const [, signature = ""] = (await cookieOfWriter(1)).split(".");
		mount.beReplicaOf(PRIMARY);
		for (const Cookie of [
			`__Host-position=ffffffffffffffff.${signature}`,
			`__Host-position=ffffffffffffffff.${"0".repeat(64)}`,
			"__Host-position=ffffffffffffffff",
			`__Host-position=${"f".repeat(5_000)}.`,
			"__txid=ffffffffffffffff",
		]) {
			for (const address of [world.document.path, "/auth"]) {
				const answer = await timedAtBest(() => client.get(address, { Cookie }));
				expect([Cookie, answer.status]).toEqual([Cookie, 200]);
				expect(answer.ms).toBeLessThan(AT_ONCE_MS);
			}
		}
	});
});

describe("a replica", () => {
	test("shows public and private pages, with and without a primary", async () => {
		const session = world.cookie;
		for (const lose of [() => mount.beReplicaOf(PRIMARY), () => mount.beCutOff(60_000)]) {
			lose();
			expect((await client.get(world.document.path)).status).toBe(200);
			expect((await client.get(world.form.path)).status).toBe(200);
			const dashboard = await client.get("/dashboard", { Cookie: session });
			expect(dashboard.status).toBe(200);
			expect(dashboard.text).toContain(world.app.app.name);
		}
	});

	test("is alive but not ready once its lag is over the bound", async () => {
		const states = async () => [
			(await client.get("/healthz")).status,
			(await client.get("/readyz")).status,
		];
		expect(await states()).toEqual([200, 200]);
		mount.beReplicaOf(PRIMARY);
		mount.setLag(20_000);
		expect(await states()).toEqual([200, 200]);
		mount.setLag(20_001);
		expect(await states()).toEqual([200, 503]);
		mount.beCutOff(20_001);
		expect(await states()).toEqual([200, 503]);
		mount.beCutOff(2_147_483_647);
		expect(await states()).toEqual([200, 503]);
	});

	test("leaves the mail to the primary, and sends it when it becomes the primary", async () => {
		const roles = () => server.log.filter((line) => line.includes('"event":"role"'));
		const lastRole = () => /"isPrimary":(\w+)/.exec(roles().at(-1) ?? "")?.[1];
		const sentAt: string[] = [];
		const { email } = await createUser();
		postmark.answer = ({ To }) => {
			if (To === email) sentAt.push(new Date().toISOString());
			return { status: 200 };
		};
		// From a state that is known: the tests before changed it faster than it is looked at.
		await vi.waitFor(() => expect(lastRole()).toBe("true"), PATIENTLY);
		mount.beReplicaOf(PRIMARY);
		await vi.waitFor(() => expect(lastRole()).toBe("false"), PATIENTLY);

		// Another process of the primary's wrote, and replication brought it here.
		const { requestPasswordReset } = await import("#app/accounts/asked-link.server.ts");
		await requestPasswordReset(email, { clientAddress: "192.0.2.1" });
		const { sendAskedLinks } = await import("../../kit/jobs.ts");
		await sendAskedLinks();
		const mail = readTables(databaseFile).OutboxMail?.find(({ recipient }) => recipient === email);
		expect(mail).toMatchObject({ attempts: 0 });

		// Seen twice before it is believed, which is longer than a worker rests.
		mount.bePrimary();
		await vi.waitFor(() => expect(sentAt).toHaveLength(1), PATIENTLY);
		// The line may be read after the mail: its own time counts.
		await vi.waitFor(() => expect(lastRole()).toBe("true"), PATIENTLY);
		const { at } = JSON.parse(roles().at(-1) ?? "") as { at: string };
		expect(at <= (sentAt[0] ?? "")).toBe(true);
		mount.beReplicaOf(PRIMARY);
		await vi.waitFor(() => expect(lastRole()).toBe("false"), PATIENTLY);
	});
});

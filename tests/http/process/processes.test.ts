import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient, openEvents } from "../../kit/http/client.ts";
import { secondPage } from "../../kit/http/visitor-form.ts";
import { columnOf, copyDatabase, liftRateLimits } from "../../kit/process/database.ts";
import { HOSTED_ENV } from "../../kit/process/hosted.ts";
import { serve } from "../../kit/process/serve.ts";
import { startServer, type TestServer } from "../../kit/process/server.ts";
import { type FakePostmark, startPostmark } from "../../kit/stand-ins/postmark.ts";
import { until } from "../../kit/until.ts";
import { createWorld, databaseFile } from "../../kit/world/world.ts";

const TWO = { PROCESSES: "2" };
const MANY = 12;

/** The process ids of the primary's processes, the one that runs the jobs first. */
function childrenOf({ process: { pid } }: TestServer): number[] {
	const text = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
	return text.split(" ").filter(Boolean).map(Number);
}

function eventsIn({ log }: TestServer): { event: string; code?: number; signal?: string }[] {
	return log.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
}

/** Kills a process as a crash would. Waits until another has taken its place. */
async function crash(server: TestServer, pid: number): Promise<void> {
	process.kill(pid, "SIGKILL");
	await until("another has started", () => {
		const children = childrenOf(server);
		return children.length === 2 && !children.includes(pid);
	});
}

describe("two processes", () => {
	const server = serve(TWO);

	test("serve at one address, which is said once", async () => {
		expect(childrenOf(server)).toHaveLength(2);
		expect(server.log).toEqual([`Smallprint is at ${server.url}`]);
	});

	test("tell the owner's readers at either of them what a visitor wrote", async () => {
		const world = await createWorld();
		const { id, token } = world.submission;
		const streams = await Promise.all(
			Array.from({ length: 5 }, () =>
				openEvents(server.url, `/admin/conversation/${id}/events`, world.cookie),
			),
		);
		const message = { message: "It is still gone.", request_id: crypto.randomUUID() };
		const sent = await createClient(server.url).post(`/conversation/${token}`, message);
		expect(sent.status).toBe(303);
		for (const stream of streams) {
			await until("the stream says so", () => stream.text().includes("data: changed"));
			stream.close();
		}
	});

	test("show a saved document at once, whichever saved it", async () => {
		const world = await createWorld();
		const owner = createClient(server.url, { cookie: world.cookie });
		const address = `/app/${world.app.appId}/documents/${world.document.id}/edit`;
		for (let revision = 2; revision < 6; revision += 1) {
			const content = `This is text ${revision}.`;
			const saved = { title: world.document.title, content, revision: String(revision) };
			expect((await owner.post(address, saved)).status).toBe(303);
			const read = () => createClient(server.url).get(world.document.path);
			for (const { text } of await Promise.all(Array.from({ length: MANY }, read))) {
				expect(text).toContain(content);
			}
		}
	});

	test("count one limit together, and send each mail once", async () => {
		const world = await createWorld();
		const email = "eager@example.com";
		const send = () =>
			createClient(server.url).post(world.form.path, secondPage(world.form, { email }));
		const answers = await Promise.all(Array.from({ length: MANY }, send));
		expect(answers.filter(({ status }) => status === 303)).toHaveLength(3);
		expect(answers.filter(({ status }) => status === 429)).toHaveLength(MANY - 3);
		const countMails = async () => {
			const mailbox = await createClient(server.url).get("/local/mailbox");
			return mailbox.text.split(email).length - 1;
		};
		// The mailbox itself waits for mail that is about to leave, but no longer than 2 s.
		await expect.poll(countMails).toBe(3);
	});

	test("write many things at once, and each is stored", async () => {
		liftRateLimits(databaseFile);
		const world = await createWorld();
		const owner = createClient(server.url, { cookie: world.cookie });
		const write = (n: number) =>
			owner.post(`/admin/conversation/${world.submission.id}`, {
				message: `Both write ${n}`,
				request_id: crypto.randomUUID(),
			});
		const answers = await Promise.all(Array.from({ length: 5 * MANY }, (_, n) => write(n)));
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
		const stored = "SELECT count(*) FROM Message WHERE message LIKE 'Both write %'";
		expect(columnOf(databaseFile, stored)).toEqual([5 * MANY]);
	});
});

describe("a process that dies", () => {
	let postmark: FakePostmark;
	let server: TestServer;

	beforeAll(async () => {
		postmark = await startPostmark();
		server = await startServer(databaseFile, {
			...HOSTED_ENV,
			...TWO,
			POSTMARK_API_URL: postmark.url,
		});
	});

	afterAll(async () => {
		expect(await server.stop()).toBe(0);
		expect(server.errors).toEqual([]);
		await postmark.stop();
	});

	test("is started again, and the other one goes on", async () => {
		const client = createClient(server.url);
		for (const victim of childrenOf(server)) {
			let isOver = false;
			let answered = 0;
			const reader = (async () => {
				while (!isOver) {
					// What the process was about to answer is lost with it.
					const answer = await client.get("/healthz").catch(() => null);
					if (answer?.status === 200) answered += 1;
				}
			})();
			await crash(server, victim);
			const before = answered;
			await until("people are served", () => answered > before + MANY);
			isOver = true;
			await reader;
		}
		const ended = eventsIn(server).filter(({ event }) => event === "process ended");
		expect(ended.map(({ signal }) => signal)).toEqual(["SIGKILL", "SIGKILL"]);
	});

	test("leaves its jobs to the one that takes its place", async () => {
		for (const victim of childrenOf(server)) {
			const world = await createWorld();
			await crash(server, victim);
			const before = postmark.accepted.length;
			await until("the link is asked for", async () => {
				const asked = await createClient(server.url)
					.post("/auth/forgot", { email: world.user.email }, { Origin: HOSTED_ENV.APP_URL })
					.catch(() => null);
				return asked?.status === 303;
			});
			await until("the mail leaves", () => postmark.accepted.length > before);
			expect(postmark.accepted).toHaveLength(before + 1);
		}
	});

	test("ends everything with code 1 when it was the last and none can start", async () => {
		const file = copyDatabase();
		const own = await startServer(file, TWO);
		fs.renameSync(file, `${file}.away`);
		const ended = once(own.process, "exit");
		for (const pid of childrenOf(own)) process.kill(pid, "SIGKILL");
		expect(await ended).toEqual([1, null]);
		expect(own.errors.join()).toContain("Smallprint can't open its database");
		expect(own.errors.length).toBeLessThan(20);
	});

	test("takes the others with it when it was the primary, and frees the port", async () => {
		const own = await startServer(copyDatabase(), TWO);
		const children = childrenOf(own);
		own.process.kill("SIGKILL");
		await until("both are gone", () => !children.some((pid) => fs.existsSync(`/proc/${pid}`)));
		const { port } = new URL(own.url);
		const again = net.createServer().listen(Number(port), "127.0.0.1");
		await once(again, "listening");
		again.close();
	});
});

describe("two processes that are asked to stop", () => {
	/** As Docker and Fly do, as systemd does, and as Ctrl+C does. */
	const ways: [string, NodeJS.Signals, boolean][] = [
		["the primary", "SIGTERM", false],
		["every process", "SIGTERM", true],
		["every process of a terminal", "SIGINT", true],
	];

	test.each(ways)("through %s by %s finish what they do and end", async (_, signal, isForAll) => {
		const file = copyDatabase();
		const server = await startServer(file, TWO);
		const exited = once(server.process, "exit");
		const children = childrenOf(server);
		server.process.kill(signal);
		if (isForAll) for (const pid of children) process.kill(pid, signal);
		expect(await exited).toEqual([0, null]);
		expect(children.some((pid) => fs.existsSync(`/proc/${pid}`))).toBe(false);
		const events = eventsIn(server).map(({ event }) => event);
		expect(events).toEqual(["stopping", "stopped"]);
		expect(server.errors).toEqual([]);
	});

	test("end at once at a second signal", async () => {
		const server = await startServer(copyDatabase(), TWO);
		const hanging = net.connect(Number(new URL(server.url).port), "127.0.0.1");
		hanging.on("error", () => {});
		await once(hanging, "connect");
		hanging.write("POST /auth HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nem");
		expect((await createClient(server.url).get("/healthz")).status).toBe(200);
		const exited = once(server.process, "exit");
		server.process.kill("SIGTERM");
		await until("it is stopping", () => server.log.some((line) => line.includes("stopping")));
		server.process.kill("SIGTERM");
		expect(await exited).toEqual([1, null]);
		hanging.destroy();
	});
});

describe("two processes that can't start", () => {
	const faultOf = (env: Record<string, string>) =>
		startServer(databaseFile, { ...TWO, ...env }).then(
			() => "It started.",
			(error: Error) => error.message,
		);

	test("say so once, and end with code 1", async () => {
		expect(await faultOf({ TRUST_PROXY: "yes" })).toBe(
			"The server ended with 1:\nSmallprint can't start with this environment:\n  TRUST_PROXY must be true or false",
		);
	});
});

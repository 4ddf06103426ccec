import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#app/platform/time.ts";
import { movableClock } from "../../kit/clock.ts";
import { type Client, createClient } from "../../kit/http/client.ts";
import { FORMS, fillIn } from "../../kit/http/forms.ts";
import { builtRoutes, dataPath } from "../../kit/http/routes.ts";
import { firstPage, secondPage } from "../../kit/http/visitor-form.ts";
import { columnOf } from "../../kit/process/database.ts";
import { HOSTED_ENV } from "../../kit/process/hosted.ts";
import { limitFiles } from "../../kit/process/limit-files.ts";
import { freePort, startServer, type TestServer } from "../../kit/process/server.ts";
import { type FakePostmark, startPostmark } from "../../kit/stand-ins/postmark.ts";
import { PASSWORD } from "../../kit/world/user.ts";
import { addressOf, createWorld, databaseFile, type World } from "../../kit/world/world.ts";

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const NOT_SAVED =
	"Smallprint can't save anything right now, so nothing was changed. Please try again in a few minutes.";
const NOT_SUBMITTED = "Failed to submit form. Please try again.";

/** A copy of this test's database, with its secret, in another folder. */
function copyTo(folder: string): string {
	const file = path.join(folder, "smallprint.db");
	const own = new Database(databaseFile);
	own.prepare("VACUUM INTO ?").run(file);
	own.close();
	const copy = new Database(file);
	copy.pragma("journal_mode = WAL");
	copy.close();
	fs.copyFileSync(path.join(path.dirname(databaseFile), "secret"), path.join(folder, "secret"));
	return file;
}

function temporaryFolder(): string {
	return fs.mkdtempSync(path.join(path.dirname(databaseFile), "fault-"));
}

/** Everything that only reads is answered as ever. */
async function expectReads(client: Client, world: World) {
	for (const address of [
		world.document.path,
		world.form.path,
		"/dashboard",
		addressOf("/app/:appId/settings", world),
		addressOf("/admin/conversation/:submissionId", world),
		"/healthz",
	]) {
		expect([address, (await client.get(address)).status]).toEqual([address, 200]);
	}
}

/** Every kind of write is refused with a sentence, and says when to try again. */
async function expectRefusals(client: Client, world: World) {
	const settings = addressOf("/app/:appId/settings", world);
	const inForm = await client.post(settings, { name: "Typed with care" });
	expect(inForm.status).toBe(503);
	expect(inForm.text).toContain("Failed to update app name. Please try again.");
	expect(inForm.text).toContain('value="Typed with care"');

	const details = addressOf("/admin/conversation/:submissionId/details", world);
	const values = { status: "closed", priority: "high", tags: "", notes: "" };
	const page = await client.post(details, values);
	expect(page.status).toBe(503);
	expect(page.text).toContain("Failed to update submission");
	expect(page.headers["content-type"]).toContain("text/html");
	const asData = await client.post(dataPath(details), values);
	expect(asData.status).toBe(503);
	expect(asData.text).toContain("Failed to update submission");

	const visitor = createClient(client.url);
	const sent = { ...firstPage(world.form), ...secondPage(world.form) };
	const form = await visitor.post(world.form.path, sent);
	expect(form.status).toBe(503);
	expect(form.text).toContain(NOT_SUBMITTED);
	const json = await visitor.post(world.form.path, sent, { Accept: "application/json" });
	expect(json.status).toBe(503);
	expect(JSON.parse(json.text)).toEqual({ error: NOT_SUBMITTED });

	const signUp = { email: "new@example.com", password: PASSWORD, confirm_password: PASSWORD };
	const account = await visitor.post("/auth?mode=sign-up", signUp);
	expect(account.status).toBe(503);
	expect(account.text).toContain(NOT_SAVED.replace("'", "&#x27;"));

	const answers = { inForm, page, asData, form, json, account };
	for (const [name, answer] of Object.entries(answers)) {
		expect([name, answer.headers["retry-after"]]).toEqual([name, "30"]);
		expect(answer.headers["cache-control"]).toBe("no-store");
		expect(answer.text).not.toMatch(/SQLITE|Prisma|disk is full|readonly|\.ts:|node_modules/);
	}
}

async function expectWrites(client: Client, world: World) {
	const sent = { ...firstPage(world.form), ...secondPage(world.form) };
	expect((await createClient(client.url).post(world.form.path, sent)).status).toBe(303);
	const renamed = await client.post(addressOf("/app/:appId/settings", world), { name: "Renamed" });
	expect(renamed.status).toBe(303);
	expect((await client.get("/dashboard")).text).toContain("Renamed");
}

/** A disk that can be filled and emptied under a running server. */
type Disk = {
	folder: string;
	fill: (server: TestServer) => void;
	empty: (server: TestServer) => void;
	end: () => void;
};

/** A small file system of its own, which only root may make. */
function smallDisk(): Disk {
	const folder = temporaryFolder();
	expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=12m", "tmpfs", folder]).status).toBe(0);
	const ballast = path.join(folder, "ballast");
	return {
		folder,
		fill: () => {
			const file = fs.openSync(ballast, "w");
			try {
				for (;;) fs.writeSync(file, Buffer.alloc(4096));
			} catch (error) {
				expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
			}
			fs.closeSync(file);
		},
		empty: () => fs.rmSync(ballast),
		end: () => expect(spawnSync("umount", [folder]).status).toBe(0),
	};
}

/** A limit on the length of the server's files, which SQLite sees as a disk that fails. */
function shortFiles(): Disk {
	return {
		folder: temporaryFolder(),
		fill: (server) => limitFiles(server.process, "64"),
		empty: (server) => limitFiles(server.process, "unlimited"),
		end: () => {},
	};
}

const disks: [string, () => Disk][] = [["fails", shortFiles]];
if (isRoot) disks.push(["is full", smallDisk]);

describe.each(disks)("a disk that %s", (_, open) => {
	let disk: Disk;
	let world: World;
	let server: TestServer;

	beforeAll(async () => {
		disk = open();
		world = await createWorld();
		server = await startServer(copyTo(disk.folder));
	});

	afterAll(async () => {
		expect(await server.stop()).toBe(0);
		disk.end();
	});

	test("costs writes a 503 with a sentence and reads nothing, and passes without a restart", async () => {
		const client = createClient(server.url, { cookie: world.cookie });
		await expectReads(client, world);
		disk.fill(server);
		await expectRefusals(client, world);
		await expectReads(client, world);
		disk.empty(server);
		await expectWrites(client, world);
		expect(server.process.exitCode).toBe(null);
		expect(server.errors.join("\n")).toMatch(/SQLITE_FULL|SQLITE_IOERR|disk is full|disk I\/O/);
	});
});

test("a database file that may only be read serves reads, and refuses writes with a sentence", async () => {
	const world = await createWorld();
	const folder = temporaryFolder();
	const file = copyTo(folder);
	// Every folder on the way to it is the test run's own.
	const outside = path.dirname(path.dirname(process.env.TEST_TEMPLATE_DATABASE as string));
	for (let at = folder; at !== outside; at = path.dirname(at)) fs.chmodSync(at, 0o755);
	fs.chmodSync(folder, 0o777);
	fs.chmodSync(path.join(folder, "secret"), 0o444);
	fs.chmodSync(file, 0o444);
	// Root may write to any file.
	const server = await startServer(file, {}, isRoot ? { uid: NOBODY } : {});
	const client = createClient(server.url, { cookie: world.cookie });
	await expectReads(client, world);
	await expectRefusals(client, world);
	await server.stop();
});

test("a log that can't be written stops nobody", async () => {
	const port = await freePort();
	const full = fs.openSync("/dev/full", "w");
	const child = spawn(process.execPath, ["server.ts"], {
		env: {
			PATH: process.env.PATH,
			NODE_ENV: "production",
			DATABASE_URL: `file:${copyTo(temporaryFolder())}`,
			PORT: String(port),
		},
		stdio: ["ignore", full, full],
	});
	const client = createClient(`http://localhost:${port}`);
	await expect
		.poll(() => client.get("/auth").catch(() => ({ status: 0 })))
		.toMatchObject({ status: 200 });
	for (let n = 0; n < 20; n += 1) expect((await client.get("/pricing")).status).toBe(200);
	child.kill("SIGTERM");
	expect(await once(child, "exit")).toEqual([0, null]);
	fs.closeSync(full);
});

test("a clock that jumps by days, forward and back, breaks nothing", async () => {
	const world = await createWorld();
	const folder = temporaryFolder();
	const clock = movableClock(folder);
	const server = await startServer(copyTo(folder), clock.env);
	const client = createClient(server.url, { cookie: world.cookie });
	const visitor = createClient(server.url);
	/** How far ahead of this machine's the clock in the log is. */
	const loggedAt = async () => {
		await visitor.get("/pricing");
		const line = server.log.findLast((one) => one.includes('"event":"request"'));
		return Date.parse((JSON.parse(line ?? "{}") as { at: string }).at) - Date.now();
	};
	for (const ms of [2 * DAY_MS, -2 * DAY_MS, 6 * HOUR_MS, -9 * DAY_MS, 0]) {
		clock.set(ms);
		server.process.kill("SIGUSR2");
		// The clock has moved once the log says so.
		const hasMoved = async () => Math.abs((await loggedAt()) - ms) < HOUR_MS;
		await expect.poll(hasMoved).toBe(true);
		for (const { pattern } of builtRoutes().filter(({ isPage }) => isPage)) {
			const answer = await client.get(addressOf(pattern, world));
			expect([pattern, answer.status < 500]).toEqual([pattern, true]);
		}
		const profile = { full_name: `Ada ${ms}`, company: "" };
		expect((await client.post("/settings", profile)).status).toBe(303);
		expect((await client.get("/settings")).text).toContain(profile.full_name);
		const forgot = await visitor.post("/auth/forgot", { email: world.user.email });
		expect(forgot.status).toBe(303);
	}
	// A question holds for 15 minutes of the machine's time, which the clock shows again.
	const sent = { ...firstPage(world.form), ...secondPage(world.form) };
	expect((await visitor.post(world.form.path, sent)).status).toBe(303);
	expect(await server.stop()).toBe(0);
	expect(server.errors).toEqual([]);
	const file = path.join(folder, "smallprint.db");
	expect(columnOf(file, "PRAGMA integrity_check")).toEqual(["ok"]);
});

describe("while the mail service and Stripe are down", () => {
	let postmark: FakePostmark;
	let server: TestServer;
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), "smallprint-down-"));
	const clock = movableClock(folder);

	beforeAll(async () => {
		postmark = await startPostmark();
		await postmark.stop();
		const env = { ...HOSTED_ENV, ...clock.env, POSTMARK_API_URL: postmark.url };
		server = await startServer(databaseFile, env);
	});

	afterAll(async () => {
		expect(await server.stop()).toBe(0);
		await postmark.stop();
		fs.rmSync(folder, { recursive: true });
	});

	test("every form is answered, and every mail leaves once after", async () => {
		const outcomes: [string, number][] = [];
		for (const recipe of FORMS.filter(({ pattern }) => !pattern.startsWith("/local/"))) {
			const { world, address, values } = await fillIn(recipe);
			const cookie = world.cookie.replace("session=", "__Host-session=");
			const client = createClient(server.url, { cookie });
			const answer = await client.post(address, values, { Origin: HOSTED_ENV.APP_URL });
			outcomes.push([recipe.name, answer.status]);
			// Where a payment is what was asked for, it is said that there can be none now.
			if (answer.status === 503) expect(answer.text).toMatch(/Stripe|payment|try again/i);
		}
		expect(outcomes.filter(([, status]) => status >= 500 && status !== 503)).toEqual([]);
		expect(outcomes.filter(([, status]) => status === 303).length).toBeGreaterThan(20);

		const waiting = unsent();
		expect(waiting.length).toBeGreaterThan(3);
		await postmark.start();
		clock.set(7 * HOUR_MS);
		server.process.kill("SIGUSR2");
		await expect.poll(unsent).toEqual([]);
		const ids = postmark.accepted.map(({ Metadata }) => Metadata.outbox_id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids).toEqual(expect.arrayContaining(waiting));
	});
});

/** The server's mails that have not left, by their ids. Those of factories are sealed by another secret. */
function unsent(): string[] {
	const waiting = "SELECT id FROM OutboxMail WHERE sentAt IS NULL AND kind <> 'test'";
	return columnOf(databaseFile, waiting) as string[];
}

/**
 * `npm run test:cluster`: checks a primary and two replicas under LiteFS against what is promised
 * of them. `-- --short` is the round for CI; `--cut=SECONDS` and `--kills=N` set single numbers;
 * `-- --write` updates the table in docs/reliability.md. Without LiteFS, the app's half runs
 * against plain files.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { findLiteFs } from "../../scripts/litefs.ts";
import { run } from "../../scripts/run.ts";
import { encode, FORM, openEvents } from "../kit/http/client.ts";
import { columnOf } from "../kit/process/database.ts";
import { Rehearsal } from "../kit/rehearsal.ts";
import { describeTimes } from "../kit/report.ts";
import { pause, until } from "../kit/until.ts";
import { PRIMARY, startCluster } from "./cluster.ts";
import type { Node } from "./node.ts";
import { Person } from "./person.ts";
import { FIRST_NODE_HEADER } from "./router.ts";

const rehearsal = new Rehearsal({
	cut: { whole: 60, short: 10 },
	kills: { whole: 20, short: 3 },
});
const { cut: cutS, kills } = rehearsal.numbers;
const ROUNDS = rehearsal.isShort ? 20 : 100;
/** The replication lag after which a replica isn't ready. It is reached during the cut. */
const MAX_LAG_S = cutS / 2;
const SOON_MS = 2_000;
const WRITERS = 8;
/** The app decides whether it may write as soon as it has a request's head. */
const DECIDE_MS = 200;
/** As many as hold what is published: an app holds 200 documents. */
const APPS = 4;

if (!findLiteFs()) {
	fs.rmdirSync(rehearsal.folder);
	process.stdout.write("What the app does of it runs against plain files that play LiteFS.\n");
	process.exit(
		run("vitest", ["run", "--project", "http", "tests/http/process/cluster.test.ts"]) ? 0 : 1,
	);
}

const cluster = await startCluster(rehearsal.folder, MAX_LAG_S);
const { nodes, primary, replicas, router, postmark } = cluster;
const [replica, otherReplica] = replicas as [Node, Node];
// The app's own modules fill the primary's database before the first check.
Object.assign(process.env, cluster.env, {
	DATABASE_URL: `file:${primary.databaseFile}`,
	LITEFS_DIR: primary.mount,
});
const { countDoubles, countMissing, crashWhileWriting, createAuthor, damageOf } = await import(
	"../kit/ledger.ts"
);
const { createApp } = await import("../kit/world/app.ts");
const { createUser, PASSWORD } = await import("../kit/world/user.ts");
const { closeDatabase } = await import("#app/platform/db/db.server.ts");

let world: Awaited<ReturnType<typeof createWorld>>;
let published = 0;

try {
	assert.equal(fs.existsSync(primary.plainFile), false, "the plain file moved into LiteFS");
	world = await createWorld();
	await cluster.agree();
	const soon = `within ${SOON_MS / 1000} s`;
	await check(
		"a write through a replica, read by its writer at once on all three",
		"no miss",
		readOwnWrites,
	);
	await check("the same, read by others", soon, readOthersWrites);
	await check("a write made on a replica by mistake", "to the primary, no 500", writeByMistake);
	await check("a message on the primary, heard on a replica by server-sent events", soon, hear);
	await check(`a link cut for ${cutS} s`, "serves, not ready, then equal", cutLink);
	await check("the primary killed and started again", "pages stay, nothing is lost", losePrimary);
	await check(
		`\`kill -9\` of LiteFS and app under load, ${kills} times`,
		"nothing acknowledged is lost",
		killUnderLoad,
	);
	await check("a replica promoted by hand", "writes again; the rest follows it", promote);
	await check("LiteFS left by unsetting `LITEFS_DIR`", "all is there, and writes", leaveLiteFs);
} finally {
	await cluster.close();
}
rehearsal.end();

function check(what: string, asked: string, work: () => Promise<string>): Promise<void> {
	return rehearsal.check("npm run test:cluster", what, asked, work);
}

async function createWorld() {
	const writers = [];
	while (writers.length < WRITERS) writers.push(await createAuthor());
	const owner = await createAuthor();
	const { accountName } = owner.user;
	const apps = [];
	while (apps.length < APPS) {
		const { appId, app } = await createApp(owner.user);
		apps.push({ appId, hub: `/${accountName}/${app.slug}` });
	}
	const forgetful: string[] = [];
	while (forgetful.length < 3) forgetful.push((await createUser()).email);
	// This process must not keep a file of the mount open, because the mount is removed later.
	await closeDatabase();
	return {
		...owner,
		apps,
		writers,
		forgetful,
	};
}

function newOwner(): Person {
	return new Person(router.url, world.cookie);
}

/** Publishes a document of one app after the other through a node. Returns its address. */
async function publish(person: Person, at: string): Promise<string> {
	published += 1;
	const { appId, hub } = world.apps[published % APPS] as (typeof world.apps)[number];
	const { status } = await person.post(
		`/app/${appId}/documents/new`,
		{
			title: `Notice ${published}`,
			content: `Text ${published}.`,
			request_id: crypto.randomUUID(),
		},
		at,
	);
	assert.equal(status, 303, `publishing through ${at}`);
	return `${hub}/notice-${published}`;
}

async function readOwnWrites(): Promise<string> {
	const times: number[] = [];
	for (let n = 0; n < ROUNDS; n += 1) {
		const writer = newOwner();
		const path = await publish(writer, replica.name);
		for (const at of [replica.name, otherReplica.name, PRIMARY]) {
			const started = performance.now();
			const { status } = await writer.get(path, at);
			times.push(performance.now() - started);
			assert.equal(status, 200, `the writer's own page on ${at}`);
		}
	}
	assert.ok(router.replays() >= ROUNDS, "writes went through fly-replay");
	return `${times.length} of ${times.length}, ${describeTimes(times)}`;
}

async function readOthersWrites(): Promise<string> {
	const times: number[] = [];
	for (let n = 0; n < ROUNDS / 2; n += 1) {
		const path = await publish(newOwner(), otherReplica.name);
		const stranger = new Person(router.url);
		for (const { name } of nodes) {
			times.push(
				await until("others read it", async () => (await stranger.get(path, name)).status === 200),
			);
		}
	}
	assert.ok(Math.max(...times) < SOON_MS);
	return describeTimes(times);
}

/**
 * Runs a process over a replica's database that takes itself for the primary when a request begins:
 * a node at the moment of its demotion.
 */
async function writeByMistake(): Promise<string> {
	const folder = path.join(rehearsal.folder, "mistaken");
	fs.mkdirSync(folder);
	fs.symlinkSync(replica.databaseFile, path.join(folder, "smallprint.db"));
	fs.symlinkSync(`${replica.databaseFile}-pos`, path.join(folder, "smallprint.db-pos"));
	fs.writeFileSync(path.join(folder, ".lag"), "+000000000\n");
	const { startServer } = await import("../kit/process/server.ts");
	const server = await startServer("unused/smallprint.db", { ...cluster.env, LITEFS_DIR: folder });
	try {
		const before = primary.position();
		const answers: unknown[] = [];
		for (const [address, values] of [
			["/auth/forgot", { email: world.forgetful[0] as string }],
			["/auth", { email: world.user.email, password: PASSWORD }],
			[
				`/app/${world.app.appId}/documents/new`,
				{ title: "By mistake", content: "Text.", request_id: crypto.randomUUID() },
			],
		] as const) {
			const refusals = server.errors.length;
			fs.rmSync(path.join(folder, ".primary"), { force: true });
			const { statusCode, headers } = await postSlowly(server.url, address, values, () =>
				fs.writeFileSync(path.join(folder, ".primary"), `${PRIMARY}\n`),
			);
			assert.equal(headers["fly-replay"]?.toString().split(";")[0], `instance=${PRIMARY}`, address);
			await until("SQLite has refused it", () => server.errors.length > refusals);
			answers.push(statusCode);
		}
		assert.ok(server.errors.some((line) => line.includes("disk I/O error")));
		assert.equal(primary.position(), before);
		return `\`fly-replay\` each time (${answers.join(", ")})`;
	} finally {
		await server.stop();
	}
}

/** Sends a post's head, runs `meanwhile` once the app has the head, and then sends the body. */
function postSlowly(
	url: string,
	address: string,
	values: Record<string, string>,
	meanwhile: () => void,
): Promise<http.IncomingMessage> {
	const body = encode(values);
	return new Promise((resolve, reject) => {
		const request = http.request(url, {
			method: "POST",
			path: address,
			headers: {
				Expect: "100-continue",
				Origin: router.url,
				Cookie: world.cookie,
				"Content-Type": FORM,
				"Content-Length": Buffer.byteLength(body),
			},
		});
		request.once("continue", async () => {
			await pause(DECIDE_MS);
			meanwhile();
			request.end(body);
		});
		request.once("response", (answer) => resolve(answer.resume()));
		request.once("error", reject);
		request.flushHeaders();
	});
}

async function hear(): Promise<string> {
	const events = await openEvents(replica.url, `/conversation/${world.submission.token}/events`);
	const times: number[] = [];
	try {
		for (let n = 0; n < 10; n += 1) {
			const heard = events.text().length;
			const { status } = await newOwner().post(
				`/admin/conversation/${world.submission.id}`,
				{ message: `We look into it, ${n}.`, request_id: crypto.randomUUID() },
				otherReplica.name,
			);
			assert.equal(status, 303);
			times.push(
				await until("the replica says so", () => events.text().slice(heard).includes("changed")),
			);
		}
	} finally {
		events.close();
	}
	assert.ok(Math.max(...times) < SOON_MS);
	return describeTimes(times);
}

async function cutLink(): Promise<string> {
	const link = cluster.links.get(replica.name);
	const writer = newOwner();
	await cluster.agree();
	const began = performance.now();
	link?.cut();
	const path = await publish(writer, otherReplica.name);
	const stranger = new Person(router.url);
	assert.equal((await stranger.get(path, replica.name)).status, 404, "not there yet");

	const forged: number[] = [];
	for (let n = 0; n < 20; n += 1) {
		const forger = new Person(
			router.url,
			`__Host-position=ffffffffffffffff.${"0".repeat(63)}${n % 10}`,
		);
		const started = performance.now();
		assert.equal((await forger.get(world.document.path, replica.name)).status, 200);
		forged.push(performance.now() - started);
	}
	assert.ok(Math.max(...forged) < 500, "a forged position delays nobody");
	await check("a forged position cookie on a replica that lags", "delays nobody", async () =>
		describeTimes(forged),
	);

	const started = performance.now();
	assert.equal((await writer.get(path, replica.name)).status, 200, "the writer's own page");
	const ownMs = performance.now() - started;
	assert.ok(ownMs > 900 && ownMs < 3_000, `the writer's own page took ${ownMs} ms`);

	assert.equal(await replica.status("/readyz"), 200, "ready at first");
	const unreadyMs = await until(
		"the replica is not ready",
		async () => (await replica.status("/readyz")) === 503,
		(MAX_LAG_S + 5) * 1000,
	);
	assert.ok(unreadyMs > 0);
	const notReadyAfterS = (performance.now() - began) / 1000;
	assert.ok(notReadyAfterS > MAX_LAG_S - 1.5, `not ready after ${notReadyAfterS} s already`);
	while (performance.now() - began < cutS * 1000) {
		assert.equal(await replica.status("/healthz"), 200);
		assert.equal(await otherReplica.status("/readyz"), 200);
		assert.equal((await new Person(router.url).get(world.document.path, replica.name)).status, 200);
		await publish(newOwner(), PRIMARY);
		await pause(500);
	}
	link?.mend();
	const equalMs = await cluster.agree();
	await until("it is ready again", async () => (await replica.status("/readyz")) === 200, 5_000);
	return `not ready after ${notReadyAfterS.toFixed(1)} s of ${MAX_LAG_S} s; equal ${equalMs.toFixed(0)} ms after`;
}

async function losePrimary(): Promise<string> {
	const visitor = new Person(router.url);
	const path = await publish(newOwner(), PRIMARY);
	await cluster.agree();
	// The first mail hangs at Postmark, so the others are queued when the primary goes.
	const [hanging, ...queued] = world.forgetful as [string, ...string[]];
	postmark.answer = ({ To }) => (To === hanging ? "hang" : { status: 200 });
	for (const email of world.forgetful) {
		const { status } = await visitor.post("/auth/forgot", { email }, replica.name);
		assert.ok(status === 200 || status === 303, `forgot: ${status}`);
		if (email === hanging) {
			await until("the first mail is under way", () => sentTo(hanging, postmark.posted) === 1);
		}
	}
	await cluster.agree();
	await primary.end("SIGKILL");

	let reads = 0;
	for (const { name, url } of replicas) {
		const direct = new Person(url, world.cookie);
		for (const address of [
			path,
			world.document.path,
			world.form.path,
			world.document.path.split("/").slice(0, 3).join("/"),
			"/dashboard",
			"/pricing",
		]) {
			assert.equal((await direct.get(address)).status, 200, `${address} on ${name}`);
			reads += 1;
		}
		const refused = await visitor.post("/auth/forgot", { email: hanging }, name);
		assert.equal(refused.status, 503, `a write through ${name}`);
		assert.equal(refused.headers["retry-after"], "30");
		assert.match(refused.text, /Nothing was saved/);
	}

	await primary.start();
	await until("replicas are back", async () => {
		const states = await Promise.all(replicas.map((node) => node.status("/readyz")));
		return states.every((status) => status === 200);
	});
	await cluster.agree();
	await until("queued mail has left", () =>
		queued.every((email) => sentTo(email, postmark.accepted) > 0),
	);
	postmark.answer = () => ({ status: 200 });
	assert.equal((await visitor.get(path, replica.name)).status, 200);
	// The hanging mail was leased for a minute and may have left. It is tried again after that.
	if (!rehearsal.isShort) {
		await until(
			"the mail that hung has left",
			() => sentTo(hanging, postmark.accepted) > 0,
			90_000,
		);
	}
	for (const email of queued) assert.equal(sentTo(email, postmark.accepted), 1, "once");
	return `${reads} of ${reads} pages, writes 503 with \`Retry-After\`; ${queued.length} queued mails once each`;
}

function sentTo(email: string, mails: { To: string }[]): number {
	return mails.filter(({ To }) => To === email).length;
}

async function killUnderLoad(): Promise<string> {
	let sent = 0;
	const way = {
		url: router.url,
		headersFor: (method: "GET" | "POST") => {
			sent += 1;
			const { name } = nodes[sent % nodes.length] as Node;
			return { [FIRST_NODE_HEADER]: method === "POST" ? name : PRIMARY };
		},
		// The router's, when the node itself is gone.
		goneStatus: 502,
	};
	const { acknowledged, faults, cut, shed } = await crashWhileWriting(way, world.writers, {
		times: kills,
		random: rehearsal.random,
		crash: async (n) => {
			// Every fourth time a replica.
			const victim = n % 4 === 3 ? (replicas[n % replicas.length] as Node) : primary;
			await victim.end("SIGKILL");
			await victim.start();
		},
	});
	await cluster.agree(60_000);
	for (const { name, databaseFile } of nodes) {
		assert.equal(countMissing(databaseFile, acknowledged), 0, `lost on ${name}`);
		assert.equal(countDoubles(databaseFile), 0, `twice on ${name}`);
		assert.deepEqual(damageOf(databaseFile), [], `damaged on ${name}`);
	}
	assert.deepEqual(faults, [], "other answers than success and refusal");
	assert.ok(cut > 0 && shed > 0, "writes met a node that was gone, and one that could not write");
	return `0 of ${acknowledged.length} writes lost, on all three; meanwhile ${shed} times 503, ${cut} times 502`;
}

/**
 * The steps of docs/operations.md for a primary that is gone for good. A last write has reached no
 * replica, which asynchronous replication may lose, and the old primary comes back with it.
 */
async function promote(): Promise<string> {
	const kept = await publish(newOwner(), PRIMARY);
	await cluster.agree();
	for (const link of cluster.links.values()) link.cut();
	const unheard = await publish(newOwner(), PRIMARY);
	await primary.end("SIGKILL");
	// Data on the wire is lost with the primary.
	for (const link of cluster.links.values()) link.close();
	const started = performance.now();
	await Promise.all(replicas.map((node) => node.end("SIGTERM")));
	for (const node of nodes) node.follow(replica);
	await replica.start();
	await otherReplica.start();
	await publish(newOwner(), otherReplica.name);
	const seconds = (performance.now() - started) / 1000;

	await primary.start();
	await cluster.agree();
	await publish(newOwner(), PRIMARY);
	await cluster.agree();
	const stranger = new Person(router.url);
	for (const { name } of nodes) {
		assert.equal((await stranger.get(kept, name)).status, 200, `replicated, on ${name}`);
		assert.equal((await stranger.get(unheard, name)).status, 404, `unheard, on ${name}`);
	}
	return `writes after ${seconds.toFixed(0)} s; the old primary follows, without the write nobody had heard of`;
}

/** Leaves LiteFS on the new primary, after the other nodes are gone. */
async function leaveLiteFs(): Promise<string> {
	const last = await publish(newOwner(), replica.name);
	const before = countDocuments(replica.databaseFile);
	await Promise.all(nodes.map((node) => node.end("SIGTERM")));
	await replica.start({ LITEFS_DIR: "", LITEFS_PRIMARY: "" });
	assert.equal(await replica.status("/readyz"), 200);
	assert.equal(countDocuments(replica.plainFile), before);
	const owner = newOwner();
	assert.equal((await owner.get(last, replica.name)).status, 200);
	await publish(owner, replica.name);
	assert.equal(owner.cookies.has("__Host-position"), false, "there is nobody to wait for");
	return `${before} documents of ${before}`;
}

function countDocuments(file: string): number {
	return columnOf(file, "SELECT count(*) FROM Document")[0] as number;
}

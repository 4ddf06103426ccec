/**
 * `npm run test:cdn`: puts Varnish in front of the built server, with an ordinary configuration,
 * and checks what it serves, how old that may be, and that it stores nothing private. `-- --write`
 * updates the table in docs/reliability.md. Without Varnish it says so and passes.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { type Answer, createClient } from "../kit/http/client.ts";
import { builtRoutes } from "../kit/http/routes.ts";
import { freePort, startServer } from "../kit/process/server.ts";
import { Rehearsal } from "../kit/rehearsal.ts";
import { none, type Row } from "../kit/report.ts";
import { pause, until } from "../kit/until.ts";
import { findVarnish, startVarnish } from "./varnish.ts";

/** What PUBLIC_CACHE allows: fresh for so long, and stale for so much longer while it is renewed. */
const FRESH_S = 20;
const STALE_S = 10;
/** For the renewal itself, on a busy machine. */
const SOME_S = 5;
const CHANGES = ["publish", "save", "rename", "delete", "suspend"] as const;

const APPS = 500;

const rehearsal = new Rehearsal({});
if (!findVarnish()) {
	process.stdout.write(
		"Varnish is not installed (Debian's package: varnish). Nothing was tested.\n",
	);
	process.exit(0);
}

const cdnPort = await freePort();
const url = `http://localhost:${cdnPort}`;
const seed = path.join(import.meta.dirname, "../bench/seed.ts");
const seeded = path.join(rehearsal.folder, "smallprint.db");
execFileSync(process.execPath, [seed, seeded, "--accounts", String(APPS)], { stdio: "inherit" });
const site = await rehearsal.openSite({ APP_URL: url });
process.env.APP_URL = url;
const { cookieOf, createWorld, addressOf } = await import("../kit/world/world.ts");
const { createUser } = await import("../kit/world/user.ts");
const { createAdmin } = await import("../kit/world/admin.ts");
const { createApp } = await import("../kit/world/app.ts");
const { createDocument } = await import("../kit/world/document.ts");
const { updateDocument } = await import("#app/documents/document.server.ts");
const { deleteDocument } = await import("#app/documents/document-deletion.server.ts");
const { renameApp } = await import("#app/apps/app.server.ts");
const { suspendUser } = await import("#app/admin/administration.server.ts");
const { closeDatabase } = await import("#app/platform/db/db.server.ts");

const server = await startServer(site.file, site.env);
const varnish = await startVarnish(rehearsal.folder, cdnPort, new URL(site.url).port);
const visitor = createClient(url);
const direct = createClient(site.url);
const tell = (row: Row) => rehearsal.tell("npm run test:cdn", [row]);
try {
	tell(await crawlTwice());
	for (const row of await changeAll()) tell(row);
	tell(await visitEverything());
} finally {
	await varnish.stop();
	await server.stop();
	await site.postmark.stop();
	await closeDatabase();
}
tell(none("errors in the log", server.errors.length));
rehearsal.end();

function isHit({ headers }: Answer): boolean {
	return headers["x-cache"] === "hit";
}

/** Follows every link that a crawler may, from the sitemap on, and asks for all of it again. */
async function crawlTwice(): Promise<Row> {
	const closed = closedBy((await visitor.get("/robots.txt")).text);
	const found = new Set(["/sitemap.xml", "/robots.txt", "/"]);
	for (const address of found) {
		const { text } = await visitor.get(address);
		const links = text.matchAll(/(?:<loc>|(?:href|src)=")([^"<]+)/g);
		for (const [, link = ""] of links) {
			const { origin, pathname, search } = new URL(link, url + address);
			if (origin === url && !closed.test(pathname + search)) found.add(pathname + search);
		}
	}
	const missed: string[] = [];
	for (const address of found) if (!isHit(await visitor.get(address))) missed.push(address);
	const share = 1 - missed.length / found.size;
	return {
		what: `a crawl of ${found.size} addresses, repeated: served by the CDN`,
		asked: "99 %",
		seen: `${(share * 100).toFixed(1)} %; not ${missed.slice(0, 15).join(", ")}`,
		isMet: share >= 0.99 && found.size > APPS * 4,
	};
}

/** Returns what matches the addresses that a robots.txt disallows (RFC 9309, 2.2.3). */
function closedBy(robots: string): RegExp {
	const rules = [...robots.matchAll(/^Disallow: (\S+?)(\$?)$/gm)].map(([, path = "", end]) => {
		const pattern = path.replace(/[.?+]/g, "\\$&").replaceAll("*", ".*");
		return `^${pattern}${end}`;
	});
	return new RegExp(rules.join("|"));
}

/** A page at the CDN that something is about to happen to. */
type Case = {
	what: (typeof CHANGES)[number];
	address: string;
	change: () => Promise<unknown>;
	isNew: (answer: Answer) => boolean;
};

async function createCase(what: Case["what"]): Promise<Case> {
	const user = await createUser({ plan: "pro" });
	const app = await createApp(user);
	const document = await createDocument(app);
	const { path: address, id, title, revision } = document;
	const hub = address.slice(0, address.lastIndexOf("/"));
	const content = "Now we collect this.";
	const changes: Record<Case["what"], Omit<Case, "what">> = {
		publish: {
			address: hub,
			change: () => createDocument(app, { title: "Cookies" }),
			isNew: ({ text }) => text.includes("Cookies"),
		},
		save: {
			address,
			change: () => updateDocument(app, id, { title, content, revision }),
			isNew: ({ text }) => text.includes(content),
		},
		rename: {
			address,
			change: () => renameApp(app, `Renamed ${app.appId}`),
			isNew: ({ status }) => status === 301,
		},
		delete: {
			address,
			change: () => deleteDocument(app, id),
			isNew: ({ status }) => status === 410,
		},
		suspend: {
			address,
			change: async () => suspendUser(await createAdmin(), user.userId, "For a test."),
			isNew: ({ status }) => status === 404,
		},
	};
	return { what, ...changes[what] };
}

/** Changes pages that the CDN has: some are visited all the time, some by nobody until the end. */
async function changeAll(): Promise<Row[]> {
	const rows: Row[] = [];
	const visited: Case[] = [];
	const unvisited: Case[] = [];
	for (const what of CHANGES) {
		visited.push(await createCase(what));
		unvisited.push(await createCase(what));
	}
	for (const { address, change, isNew, what } of [...visited, ...unvisited]) {
		await visitor.get(address);
		const stored = await visitor.get(address);
		assert.ok(isHit(stored) && !isNew(stored), `${what}: the CDN has the page from before`);
		await change();
		assert.ok(isNew(await direct.get(address)), `${what}: the server itself shows it at once`);
	}
	const changed = performance.now();
	await Promise.all(
		visited.map(async ({ what, address, isNew }) => {
			const limit = FRESH_S + SOME_S;
			const poll = async () => {
				const answer = await visitor.get(address);
				if (!isNew(answer)) await pause(200);
				return isNew(answer);
			};
			const ms = await until(`${what} is seen`, poll, 2 * limit * 1_000);
			rows.push({
				what: `${what}, on a page that is visited all the time: seen through the CDN`,
				asked: `within ${FRESH_S} s and a renewal`,
				seen: `after ${(ms / 1_000).toFixed(1)} s`,
				isMet: ms <= limit * 1_000,
			});
		}),
	);
	await pause((FRESH_S + STALE_S + SOME_S) * 1_000 - (performance.now() - changed));
	let old = 0;
	for (const { address, isNew } of unvisited) if (!isNew(await visitor.get(address))) old += 1;
	const what = `the same on pages that nobody visits for ${FRESH_S + STALE_S} s: old at the first visit`;
	return [...rows, none(what, old)];
}

/**
 * Visits every page as its owner, twice, and as a stranger. Whatever the CDN serves by itself must
 * be what the server gives to a stranger.
 */
async function visitEverything(): Promise<Row> {
	const world = await createWorld();
	const cookie = await cookieOf(world.user);
	const owner = createClient(url, { cookie });
	const leaks: string[] = [];
	let answers = 0;
	let hits = 0;
	for (const { pattern } of builtRoutes()) {
		const address = addressOf(pattern, world);
		if (address.endsWith("/events")) continue;
		const first = await owner.get(address);
		for (const answer of [await owner.get(address), await visitor.get(address)]) {
			answers += 1;
			if (!isHit(answer)) continue;
			hits += 1;
			const { text, headers } = await direct.get(address);
			const isPublic =
				headers["cache-control"]?.startsWith("public") && answer.cookies.length === 0;
			// A sitemap may be an hour old. Any page was made just now.
			const isSame = address.endsWith(".xml") || answer.text === text;
			if (!isPublic || !isSame) leaks.push(address);
		}
		if (first.cookies.length > 0 && isHit(first)) leaks.push(address);
	}
	assert.ok(hits > 5, "the CDN serves public pages to people who are signed in, too");
	for (const leak of leaks) process.stdout.write(`Stored by the CDN: ${leak}\n`);
	return none(
		"private pages and cookies that it stored",
		leaks.length,
		`${leaks.length}, in ${answers} answers to an owner and to a stranger`,
	);
}

import { once } from "node:events";
import fs from "node:fs";
import http, { type RequestListener } from "node:http";
import https from "node:https";
import net, { type AddressInfo, type Server, type Socket } from "node:net";
import path from "node:path";
import tls from "node:tls";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fetchOutside, type OutsideOptions } from "#app/platform/outside/fetch-outside.server.ts";
import { isPublicAddress } from "#app/platform/outside/public-address.ts";
import type { Reach } from "#app/platform/outside/resolve.server.ts";
import { type NameServer, startNameServer } from "../../kit/stand-ins/name-server.ts";

/** The address that stands for a public one here, and a private one at which somebody listens. */
const PUBLIC = "127.0.0.1";
const PRIVATE = "127.0.0.2";
const METADATA = "169.254.169.254";

const OPTIONS: OutsideOptions = { timeoutMs: 60_000, maxRedirects: 3, maxBytes: 1_000 };
/** For what never ends by itself. */
const BRIEFLY = { ...OPTIONS, timeoutMs: 300 };

const fixture = (file: string) =>
	fs.readFileSync(path.join(import.meta.dirname, "../../fixtures/tls", file), "utf8");

let names: NameServer;
let site: http.Server;
let secure: https.Server;
let behind: http.Server;
let reach: Reach;
let answer: RequestListener;
/** What arrived at the public address: the request's line. */
let arrived: string[];
let connectedBehind = 0;
const closing: Server[] = [];

async function listen<Listener extends Server>(server: Listener, port = 0, host = PUBLIC) {
	server.listen(port, host);
	await once(server, "listening");
	closing.push(server);
	return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
	names = await startNameServer();
	const serve: RequestListener = (request, response) => {
		arrived.push(`${request.method} ${request.headers.host?.split(":")[0]}${request.url}`);
		answer(request, response);
	};
	const certificate = { cert: fixture("certificate.pem"), key: fixture("key.pem") };
	tls.setDefaultCACertificates([certificate.cert]);
	site = await listen(http.createServer(serve));
	secure = await listen(https.createServer(certificate, serve));
	behind = await listen(http.createServer(serve), portOf(site), PRIVATE);
	behind.on("connection", () => {
		connectedBehind += 1;
	});
	reach = {
		nameServers: [names.address],
		allowsLoopback: false,
		isPublic: (address) => address === PUBLIC || isPublicAddress(address),
		ports: { "http:": portOf(site), "https:": portOf(secure) },
	};
});

afterAll(async () => {
	for (const server of closing) server.close();
	for (const server of [site, secure, behind]) server.closeAllConnections();
	await names.stop();
});

afterEach(() => expect(connectedBehind).toBe(0));

function ask(address: string, options: Partial<OutsideOptions> = {}) {
	return fetchOutside(address, { ...OPTIONS, ...options }, reach);
}

/** What the name servers say, and how the site answers, from here on. */
function set(known: NameServer["names"], listener: RequestListener = (_, r) => r.end("Hello.")) {
	names.names = known;
	names.asked.length = 0;
	arrived = [];
	answer = listener;
}

/** Serves bytes as they are, for what no HTTP server sends. Returns where. */
async function serveRaw(onConnection: (socket: Socket) => void): Promise<Reach> {
	const raw = net.createServer((socket) => onConnection(socket.on("error", () => {})));
	const server = await listen(raw);
	return { ...reach, ports: { "http:": portOf(server), "https:": portOf(server) } };
}

describe("an address that somebody named", () => {
	test("is asked by name at the address that the name has, politely", async () => {
		set({ "site.test": [PUBLIC] }, (request, response) => {
			response.setHeader("Content-Type", "text/plain");
			response.end(`${request.headers["user-agent"]} ${request.headers["accept-encoding"]}`);
		});
		expect(await ask("http://site.test/a?b=%20c#d")).toMatchObject({
			status: 200,
			url: "http://site.test/a?b=%20c#d",
			headers: { "content-type": "text/plain" },
			text: "Smallprint (+http://localhost:3000/help) identity",
			tookMs: expect.any(Number),
		});
		expect(arrived).toEqual(["GET site.test/a?b=%20c"]);
		expect(names.asked.toSorted()).toEqual(["A site.test", "AAAA site.test"]);
		expect(await ask("http://site.test", { method: "HEAD" })).toMatchObject({ text: "" });
	});

	test("is asked securely only where the certificate is the name's", async () => {
		set({ "site.test": [PUBLIC], "other.test": [PUBLIC] });
		expect(await ask("https://site.test/")).toMatchObject({ status: 200, text: "Hello." });
		expect(await ask("https://SITE.test./")).toMatchObject({ status: 200 });
		expect(await ask("https://other.test/")).toBe("not secure");
		expect(arrived).toHaveLength(2);
	});

	test("is not asked by a certificate that nobody vouches for", async () => {
		set({ "site.test": [PUBLIC] });
		const trusted = tls.getCACertificates("default");
		tls.setDefaultCACertificates([]);
		expect(await ask("https://site.test/")).toBe("not secure");
		tls.setDefaultCACertificates(trusted);
		expect(arrived).toEqual([]);
	});

	test.each([
		["private", [PRIVATE]],
		["private beside a public one", [PUBLIC, PRIVATE]],
		["private, after many public ones", [...Array(7).fill(PUBLIC), PRIVATE]],
		["the clouds' metadata", [METADATA]],
		["IPv6, and this machine", [PUBLIC, "::1"]],
		["IPv4 in IPv6", [`::ffff:${PRIVATE}`]],
		["in Fly's private network", ["fdaa::3"]],
		["more than any site's", Array.from({ length: 17 }, () => PUBLIC)],
		["none", []],
	])("is not asked when an address of its name is %s", async (_what, addresses) => {
		set({ "site.test": addresses });
		for (const scheme of ["http", "https"]) {
			expect(await ask(`${scheme}://site.test/`)).toBe("not public");
		}
		expect(arrived).toEqual([]);
	});

	test("tells nothing of names: one that is private is answered as one that is not there", async () => {
		set({ "db.private.test": [PRIVATE] });
		expect(await ask("http://db.private.test/")).toBe(await ask("http://nobody.test/"));
	});

	test("is asked where it was looked up, whatever its name server says a moment later", async () => {
		const first = (asked: number) => (asked === 1 ? [PUBLIC] : [PRIVATE]);
		set({ "site.test": first });
		expect(await ask("http://site.test/")).toMatchObject({ status: 200 });
		expect(arrived).toHaveLength(1);
		expect(names.asked).toHaveLength(2);
		expect(await ask("http://site.test/")).toBe("not public");
		expect(arrived).toHaveLength(1);
	});

	test("that redirects to itself is looked up again, and not followed once it is private", async () => {
		set({ "site.test": (asked) => (asked === 1 ? [PUBLIC] : [PRIVATE]) }, (_request, response) =>
			response.writeHead(302, { Location: "/again" }).end(),
		);
		expect(await ask("http://site.test/")).toBe("not public");
		expect(arrived).toEqual(["GET site.test/"]);
	});
});

describe("a redirect", () => {
	test.each([
		`http://${METADATA}/latest/meta-data/`,
		`http://${PRIVATE}/`,
		"//0x7f.1/",
		"http://[::1]/",
		"http://localhost/",
		"http://private.test/",
		"http://site.test:22/",
		"http://user@site.test/",
		"file:///etc/passwd",
		"gopher://site.test/",
	])("to %s is not followed", async (to) => {
		set({ "site.test": [PUBLIC], "private.test": [PRIVATE] }, (_request, response) =>
			response.writeHead(301, { Location: to }).end(),
		);
		expect(await ask("http://site.test/")).toBe("not public");
		expect(arrived).toEqual(["GET site.test/"]);
	});

	test("is followed by the same method, also to another site, and three times at most", async () => {
		set({ "site.test": [PUBLIC], "other.test": [PUBLIC] }, ({ url = "" }, response) => {
			const step = Number(url.slice(1));
			const host = step % 2 ? "http://other.test" : "http://site.test";
			response.writeHead(307, { Location: `${host}/${step + 1}` }).end();
		});
		const last = await ask("http://site.test/0", { method: "HEAD" });
		expect(last).toMatchObject({ status: 307, url: "http://site.test/3" });
		expect(arrived).toEqual(
			["site.test/0", "site.test/1", "other.test/2", "site.test/3"].map((one) => `HEAD ${one}`),
		);
		expect(await ask("http://site.test/0", { maxRedirects: 0 })).toMatchObject({ status: 307 });
	});

	test.each([undefined, "", "http://["])("to %j leads nowhere", async (to) => {
		set({ "site.test": [PUBLIC] }, (_request, response) =>
			response.writeHead(302, to === undefined ? {} : { Location: to }).end(),
		);
		expect(await ask("http://site.test/", { maxRedirects: 1 })).toMatchObject({ status: 302 });
	});
});

describe("a server that", () => {
	test("sends one byte and then another, and never ends, is given up when the time is over", async () => {
		set({ "site.test": [PUBLIC] }, (_request, response) => {
			const drip = setInterval(() => response.write("."), 50);
			response.on("close", () => clearInterval(drip));
		});
		expect(await fetchOutside("http://site.test/", BRIEFLY, reach)).toBe("too slow");
	});

	test.each<[string, (socket: Socket) => void]>([
		["says nothing", () => {}],
		[
			"sends its headers letter by letter",
			(socket) => {
				const drip = setInterval(() => socket.write("a"), 50);
				socket.write("HTTP/1.1 200 OK\r\nX: ");
				socket.on("close", () => clearInterval(drip));
			},
		],
		[
			"always says 'continue'",
			(socket) => {
				const drip = setInterval(() => socket.write("HTTP/1.1 100 Continue\r\n\r\n"), 50);
				socket.on("close", () => clearInterval(drip));
			},
		],
	])("%s is given up when the time is over", async (_what, onConnection) => {
		set({ "site.test": [PUBLIC] });
		const at = await serveRaw(onConnection);
		for (const scheme of ["http", "https"]) {
			const given = await fetchOutside(`${scheme}://site.test/`, BRIEFLY, at);
			expect([given, scheme]).toEqual([expect.stringMatching(/too slow|not secure/), scheme]);
		}
	});

	test("sends more than was asked for is not read to its end", async () => {
		let sent = 0;
		set({ "site.test": [PUBLIC] }, (_request, response) => {
			const more = () => {
				while (!response.destroyed && response.write("a".repeat(10_000))) sent += 10_000;
			};
			response.on("drain", more).on("error", () => {});
			more();
		});
		expect(await ask("http://site.test/")).toBe("too large");
		expect(sent).toBeLessThan(50_000_000);
		set({ "site.test": [PUBLIC] }, (_request, response) =>
			response.writeHead(200, { "Content-Length": 1_001 }).end("a".repeat(1_001)),
		);
		expect(await ask("http://site.test/")).toBe("too large");
		expect(await ask("http://site.test/", { maxBytes: 1_001 })).toMatchObject({ status: 200 });
		expect(await ask("http://site.test/", { maxBytes: undefined })).toMatchObject({ text: "" });
	});

	test.each([
		["a packed body, which was not asked for", gzipSync("Hello.")],
		["a packed body that is broken", gzipSync("Hello.").subarray(0, 12)],
	])("sends %s is not read", async (_what, body) => {
		set({ "site.test": [PUBLIC] }, (_request, response) =>
			response.writeHead(200, { "Content-Encoding": "gzip" }).end(body),
		);
		expect(await ask("http://site.test/")).toBe("not readable");
		// Its status can be known.
		expect(await ask("http://site.test/", { maxBytes: undefined })).toMatchObject({ status: 200 });
	});

	test.each<[string, string, string]>([
		["no HTTP", "SSH-2.0-OpenSSH_9.6\r\n", "not readable"],
		["nothing at all", "", "no connection"],
		["half a line", "HTTP/1.1 2", "no connection"],
		["too long headers", `HTTP/1.1 200 OK\r\nX: ${"a".repeat(200_000)}\r\n\r\n`, "not readable"],
		["a body that breaks off", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", "not readable"],
		[
			"two lengths",
			"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
			"not readable",
		],
		["another protocol", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n", "not readable"],
	])("answers with %s has given no answer", async (_what, bytes, fault) => {
		set({ "site.test": [PUBLIC] });
		const at = await serveRaw((socket) => socket.end(bytes));
		expect(await fetchOutside("http://site.test/", OPTIONS, at)).toBe(fault);
		expect(await fetchOutside("https://site.test/", OPTIONS, at)).toMatch(/not secure|no conn/);
	});

	test("is not there, or whose name server is silent, is told from one that is", async () => {
		const closed = await serveRaw(() => {});
		closing.pop()?.close();
		set({ "site.test": [PUBLIC], "silent.test": "silence", "failing.test": "failure" });
		expect(await fetchOutside("http://site.test/", OPTIONS, closed)).toBe("no connection");
		expect(await ask("http://silent.test/", { timeoutMs: 300 })).toBe("too slow");
		expect(await ask("http://failing.test/")).toBe("no name server");
	});
});

test("ten are asked at once, and the others when one of these is done", async () => {
	const open: http.ServerResponse[] = [];
	set({ "site.test": [PUBLIC] }, (_request, response) => void open.push(response));
	const asked = Array.from({ length: 12 }, () => ask("http://site.test/"));
	await expect.poll(() => open.length).toBe(10);
	const early = await fetchOutside("http://site.test/", BRIEFLY, reach);
	expect([early, open.length]).toEqual(["too slow", 10]);
	open[0]?.end();
	await expect.poll(() => open.length).toBe(11);
	open[1]?.end();
	await expect.poll(() => open.length).toBe(12);
	for (const response of open) response.end();
	expect(await Promise.all(asked)).toHaveLength(12);
});

test("whoever asked can give up", async () => {
	set({ "site.test": [PUBLIC] }, () => {});
	const leaving = new AbortController();
	const asked = ask("http://site.test/", { signal: leaving.signal });
	await expect.poll(() => arrived.length).toBe(1);
	leaving.abort();
	expect(await asked).toBe("too slow");
});

test("in local mode, this machine is asked by its name where that is allowed, and only then", async () => {
	set({});
	const address = `http://localhost:${portOf(site)}/`;
	expect(await fetchOutside(address, OPTIONS)).toBe("not public");
	expect(await fetchOutside(address, OPTIONS, { allowsLoopback: true })).toMatchObject({
		status: 200,
	});
	expect(arrived).toHaveLength(1);
	expect(names.asked).toEqual([]);
});

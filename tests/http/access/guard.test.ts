import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { dumpDatabase, dumpWhenMailIsSent } from "../../kit/dump.ts";
import { createClient, sendRaw, type Values } from "../../kit/http/client.ts";
import { type FilledForm, FORMS, fillIn, formNamed } from "../../kit/http/forms.ts";
import { builtRoutes, dataPath } from "../../kit/http/routes.ts";
import { HOSTED_ENV } from "../../kit/process/hosted.ts";
import { serve } from "../../kit/process/serve.ts";
import { startServer, type TestServer } from "../../kit/process/server.ts";
import { createUser, PASSWORD } from "../../kit/world/user.ts";
import { addressOf, createWorld, databaseFile, LOCAL_PATTERNS } from "../../kit/world/world.ts";

type Case = { origin: string | undefined; site: string | undefined; hasCookie: boolean };

const SITES = [undefined, "same-origin", "same-site", "cross-site", "none"];

/** The forms that every case is sent to: one of each layout, which the guard stands before. */
const THOROUGH = ["sign in", "create app", "fill in a form", "message", "give role"];

/** For the others, a case for each way to be refused and to be taken. */
function shortCasesAt(own: string): Case[] {
	return [
		{ origin: "https://evil.example", site: undefined, hasCookie: true },
		{ origin: undefined, site: "cross-site", hasCookie: false },
		{ origin: undefined, site: undefined, hasCookie: true },
		{ origin: own, site: undefined, hasCookie: true },
		{ origin: undefined, site: "same-origin", hasCookie: true },
	];
}

/** Every combination; origins other than the own one are other people's. */
function casesAt(own: string): Case[] {
	const { protocol, hostname, port } = new URL(own);
	const origins = [
		undefined,
		own,
		"https://evil.example",
		"null",
		`${protocol === "https:" ? "http" : "https"}://${hostname}${port && `:${port}`}`,
		`${protocol}//${hostname}:${Number(port) + 1}`,
		"garbage",
	];
	return origins.flatMap((origin) =>
		SITES.flatMap((site) => [true, false].map((hasCookie) => ({ origin, site, hasCookie }))),
	);
}

/** The rule: no other site, no other origin, and a session only with a word of where from. */
function isRefused({ origin, site, hasCookie }: Case, own: string): boolean {
	if (site === "cross-site" || site === "same-site") return true;
	if (origin !== undefined && origin !== own) return true;
	return origin === undefined && site === undefined && hasCookie;
}

/** Sends a form as this case says. */
function sendCase(
	server: TestServer,
	{ values }: FilledForm,
	{ path, cookie, ...headers }: { path: string; cookie: string; Host?: string },
	{ origin, site, hasCookie }: Case,
) {
	return createClient(server, { cookie: hasCookie ? cookie : undefined }).post(path, values, {
		...headers,
		Origin: origin,
		"Sec-Fetch-Site": site,
	});
}

/** What an old browser sends: a Referer, or no word of where it came from. */
function sendWithout(
	server: TestServer,
	path: string,
	values: Values,
	{ cookie, Referer }: { cookie?: string; Referer?: string } = {},
) {
	const headers = { Origin: undefined, "Sec-Fetch-Site": undefined, Referer };
	return createClient(server, { cookie }).post(path, values, headers);
}

async function createCredentials(): Promise<{ email: string; password: string }> {
	return { email: (await createUser()).email, password: PASSWORD };
}

const FOREIGN = "This request came from another site, so nothing was done.";
const UNPROVEN = "Your browser did not say which page this request came from";

/** Programs post there, with a secret. They are no forms, and have tests of their own. */
const WEBHOOKS = [
	"billing/routes/stripe-webhook",
	"inbound-mail/routes/mail-hook",
	"inbound-mail/routes/postmark-inbound",
	"platform/routes/postmark-events",
];

describe("on this machine", () => {
	const server = serve();

	test("every route with an action has a form here", () => {
		const actions = builtRoutes().filter(
			({ id, hasAction }) => hasAction && !WEBHOOKS.includes(id),
		);
		expect([...new Set(FORMS.map((form) => form.route))].sort()).toEqual(
			[...actions.map((route) => route.id), "local"].sort(),
		);
	});

	for (const recipe of FORMS) {
		for (const kind of recipe.route === "local" ? ["page"] : ["page", "data"]) {
			test(`"${recipe.name}" as a ${kind} request is taken from our own pages alone`, async () => {
				const form = await fillIn(recipe);
				const path = kind === "page" ? form.address : dataPath(form.address);
				const to = { path, cookie: form.world.cookie };
				const isThorough = THOROUGH.includes(recipe.name);
				const cases = isThorough ? casesAt(server.url) : shortCasesAt(server.url);
				const before = await dumpWhenMailIsSent(databaseFile);
				for (const one of cases.filter((candidate) => isRefused(candidate, server.url))) {
					const answer = await sendCase(server, form, to, one);
					expect([one, answer.status]).toEqual([one, 403]);
					expect(answer.text).toMatch(new RegExp(`${FOREIGN}|${UNPROVEN}`));
					expect(answer.cookies).toEqual([]);
				}
				expect(dumpDatabase(databaseFile)).toEqual(before);
				const accepted = cases.filter((candidate) => !isRefused(candidate, server.url));
				expect(accepted).toHaveLength(isThorough ? 11 : 2);
				for (const one of accepted) {
					const answer = await sendCase(server, form, to, one);
					expect([one, answer.status]).not.toEqual([one, 403]);
					expect(answer.status).toBeLessThan(500);
				}
			});
		}
	}

	test("without word of where it came from, a post is judged by its session cookie", async () => {
		const values = await createCredentials();
		for (const [cookie, status] of [
			["session=made-up", 403],
			["other=1; __Host-session=made-up", 403],
			["flash=made-up", 303],
		] as const) {
			expect((await sendWithout(server, "/auth", values, { cookie })).status).toBe(status);
		}
	});

	test("an old browser, which sends neither, is believed by its Referer, also with a session", async () => {
		const { user, app, cookie } = await createWorld();
		const path = `/app/${app.appId}/settings`;
		const rename = (name: string, from: Parameters<typeof sendWithout>[3]) =>
			sendWithout(server, path, { name }, from);
		const before = await dumpWhenMailIsSent(databaseFile);
		for (const [Referer, text] of [
			[undefined, UNPROVEN],
			["", UNPROVEN],
			["https://evil.example/", FOREIGN],
			[`https://evil.example/?${server.url}/`, FOREIGN],
			[`${server.url}.evil.example/`, FOREIGN],
			["about:blank", FOREIGN],
			["garbage", FOREIGN],
		] as const) {
			const answer = await rename("Theirs", { cookie, Referer });
			expect([Referer, answer.status]).toEqual([Referer, 403]);
			expect(answer.text).toContain(text);
		}
		expect((await rename("Theirs", {})).status).toBe(401);
		const credentials = { email: user.email, password: PASSWORD };
		const elsewhere = { Referer: "https://evil.example/" };
		expect((await sendWithout(server, "/auth", credentials, elsewhere)).status).toBe(403);
		expect(dumpDatabase(databaseFile)).toEqual(before);

		expect((await sendWithout(server, "/auth", credentials)).status).toBe(303);
		for (const Referer of [`${server.url}${path}`, `${server.url}/`]) {
			expect((await rename(`From ${Referer.length}`, { cookie, Referer })).status).toBe(303);
		}
		const headers = { Origin: "https://evil.example", Referer: server.url };
		const forged = createClient(server, { cookie }).post(path, { name: "Theirs" }, headers);
		expect((await forged).status, "a Referer proves nothing beside an Origin").toBe(403);
	});

	describe("a name that somebody pointed at this machine", () => {
		const portOf = () => new URL(server.url).port;

		for (const name of ["localhost", "LOCALHOST", "127.0.0.1", "[::1]", "127.1"]) {
			test(`${name} is this machine`, async () => {
				for (const path of ["/", "/auth", "/favicon.svg", "/healthz"]) {
					const Host = `${name}:${portOf()}`;
					expect((await createClient(server.url).get(path, { Host })).status).toBe(200);
				}
			});
		}

		for (const name of [
			"evil.example",
			"localhost.evil.example",
			"localhost.",
			"0.0.0.0",
			"[::2]",
			"169.254.169.254",
			"smallprint.test",
		]) {
			test(`${name} gets nothing and can post nothing, with or without a session`, async () => {
				const { cookie, user } = await createWorld();
				const client = createClient(server.url, { cookie });
				const before = await dumpWhenMailIsSent(databaseFile);
				const Host = `${name}:${portOf()}`;
				for (const headers of [{ Host: name }, { Host }, { Host, Cookie: undefined }]) {
					for (const path of ["/", "/dashboard", "/dashboard.data", "/favicon.svg", "/healthz"]) {
						const answer = await client.get(path, headers);
						expect(answer.status).toBe(403);
						expect(answer.text).toContain("In local mode, use http://localhost.");
					}
				}
				// It is its own origin.
				const headers = { Host, Origin: `http://${Host}` };
				for (const [path, values] of [
					["/auth", { email: user.email, password: PASSWORD }],
					["/dashboard", { name: "Theirs", request_id: crypto.randomUUID() }],
				] as const) {
					expect((await client.post(path, values, headers)).status).toBe(403);
				}
				expect(dumpDatabase(databaseFile)).toEqual(before);
			});
		}

		test("each of this machine's names is an origin of its own", async () => {
			const values = await createCredentials();
			const client = createClient(server.url);
			for (const name of ["127.0.0.1", "[::1]"]) {
				const Host = `${name}:${portOf()}`;
				const own = await client.post("/auth", values, { Host, Origin: `http://${Host}` });
				expect(own.status).toBe(303);
				const other = await client.post("/auth", values, { Host, Origin: server.url });
				expect(other.status).toBe(403);
			}
		});

		test("what a proxy would say of the host is not believed", async () => {
			const { document } = await createWorld();
			const answer = await createClient(server.url).get(document.path, {
				"X-Forwarded-Host": "evil.example",
				"X-Forwarded-Proto": "https",
				Forwarded: "host=evil.example;proto=https",
			});
			expect(answer.status).toBe(200);
			expect(answer.text).not.toContain("evil.example");
		});

		test("a host that is none is refused, and the server goes on", async () => {
			for (const host of ["", "Host: \r\n", "Host: a b\r\n", "Host: x:y\r\n", "Host: [::1\r\n"]) {
				const head = `GET /auth HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
				expect(await sendRaw(server.url, head), host).toMatch(/^HTTP\/1\.1 4\d\d/);
			}
			const other = await sendRaw(
				server.url,
				"GET http://evil.example/auth HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
			);
			expect(other).toMatch(/^HTTP\/1\.1 403/);
			expect((await createClient(server.url).get("/healthz")).status).toBe(200);
		});
	});
});

describe("hosted", () => {
	// What the till has not sent yet: nobody would send it here.
	beforeAll(() => {
		fs.rmSync(path.join(path.dirname(databaseFile), "till.json"), { force: true });
	});
	const server = serve(HOSTED_ENV);
	const own = HOSTED_ENV.APP_URL;
	const host = { Host: new URL(own).host };

	test("our origin is APP_URL, whatever the connection or a proxy says", async () => {
		const values = await createCredentials();
		const client = createClient(server.url);
		for (const headers of [
			{ Origin: own },
			{ Origin: own, "X-Forwarded-Proto": "http" },
			{ Origin: own, "X-Forwarded-Host": "evil.example" },
			{ Origin: own, Host: "internal:8080" },
		]) {
			const answer = await client.post("/auth", values, { ...host, ...headers });
			expect([headers, answer.status]).toEqual([headers, 303]);
			expect(answer.headers.location).toBe("/dashboard");
		}
		const before = await dumpWhenMailIsSent(databaseFile);
		for (const Origin of ["http://smallprint.test", "https://smallprint.test:8443", server.url]) {
			const answer = await client.post("/auth", values, { ...host, Origin });
			expect([Origin, answer.status]).toEqual([Origin, 403]);
			expect(answer.cookies).toEqual([]);
		}
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test.each(THOROUGH)('"%s" is refused from everywhere else', async (name) => {
		const form = await fillIn(formNamed(name));
		const cookie = form.world.cookie.replace("session=", "__Host-session=");
		const before = await dumpWhenMailIsSent(databaseFile);
		for (const one of casesAt(own).filter((candidate) => isRefused(candidate, own))) {
			const answer = await sendCase(server, form, { ...host, path: form.address, cookie }, one);
			expect([one, answer.status]).toEqual([one, 403]);
		}
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("cookies are bound to this host and to TLS", async () => {
		const { user, app } = await createWorld();
		const client = createClient(server.url);
		const values = { email: user.email, password: PASSWORD };
		const signedIn = await client.post("/auth", values, { ...host, Origin: own });
		const session = signedIn.cookies[0] as string;
		expect(session).toMatch(/^__Host-session=[^;]{40,}; /);
		expect(signedIn.cookies[1]).toMatch(/^__Host-browser=[^;]{40,}; Max-Age=31536000; /);
		for (const cookie of signedIn.cookies) expectHostCookie(cookie);

		const Cookie = session.split(";")[0];
		const headers = { ...host, Origin: own, Cookie };
		const renamed = await client.post(`/app/${app.appId}/settings`, { name: "Renamed" }, headers);
		expect(renamed.status).toBe(303);
		expect(renamed.cookies[0]).toMatch(/^__Host-flash=/);
		for (const cookie of renamed.cookies) expectHostCookie(cookie);

		const signedOut = await client.post("/auth/sign-out", {}, headers);
		expect(signedOut.cookies[0]).toMatch(/^__Host-session=; .*Max-Age=0/);
		for (const cookie of signedOut.cookies) expectHostCookie(cookie);
	});

	test("a session cookie under its local name is nobody", async () => {
		const { cookie } = await createWorld();
		const client = createClient(server.url);
		expect((await client.get("/dashboard", { ...host, Cookie: cookie })).status).toBe(401);
		const secure = cookie.replace("session=", "__Host-session=");
		expect((await client.get("/dashboard", { ...host, Cookie: secure })).status).toBe(200);
	});

	test("every answer tells browsers to stay with TLS", async () => {
		const world = await createWorld();
		const client = createClient(server.url, { cookie: world.cookie });
		const addresses = builtRoutes().map((route) => addressOf(route.pattern, world));
		for (const path of [...addresses, ...addresses.map(dataPath), "/favicon.svg", "/%E0%A4%A"]) {
			const answer = await client.get(path, host);
			const policy = answer.headers["strict-transport-security"];
			expect(policy, path).toBe("max-age=63072000; includeSubDomains");
		}
	});

	test("nothing answers under /local", async () => {
		const world = await createWorld();
		const client = createClient(server.url, { cookie: world.cookie });
		for (const pattern of LOCAL_PATTERNS) {
			const address = addressOf(pattern, world);
			for (const path of [address, dataPath(address)]) {
				const answer = await client.get(path, host);
				expect([path, answer.status]).toEqual([path, 404]);
				expect(answer.text).not.toContain("mailbox");
			}
		}
		expect((await client.get("/auth/confirmation", host)).text).not.toContain("/local/");
	});
});

test("on this machine, it doesn't start where others could reach it", async () => {
	const start = startServer(databaseFile, { HOST: "0.0.0.0" });
	await expect(start).rejects.toThrow(/ended with 1:.*HOST must be 127\.0\.0\.1.* set APP_URL$/s);
});

function expectHostCookie(cookie: string) {
	const flags = cookie.split("; ").slice(1);
	expect(flags).toEqual(expect.arrayContaining(["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]));
	expect(cookie).not.toMatch(/domain=/i);
}

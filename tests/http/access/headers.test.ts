import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { trashApp } from "#app/apps/app.server.ts";
import { deleteDocument } from "#app/documents/document-deletion.server.ts";
import { updateForm } from "#app/forms/form.server.ts";
import { CONTROL } from "#app/forms/visitor-form.ts";
import { type Answer, type Client, createClient, isHtml } from "../../kit/http/client.ts";
import { type BuiltRoute, builtRoutes, dataPath } from "../../kit/http/routes.ts";
import { firstPage, secondPage } from "../../kit/http/visitor-form.ts";
import { serve } from "../../kit/process/serve.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createSubmission } from "../../kit/world/submission.ts";
import { PASSWORD } from "../../kit/world/user.ts";
import { addressOf, createWorld, LOCAL_PATTERNS, type World } from "../../kit/world/world.ts";

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Small files of ours, on pages that don't hydrate. */
const OWN_FILE = / src="\/(?:help|password)\.js"/;
const SCRIPT = /<script(?! src="\/(?:help|password)\.js")|rel="modulepreload"/;

const CONVERSATION = "/conversation/:conversationToken";

const FOR_PROGRAMS = [
	"/robots.txt",
	"/sitemap.xml",
	"/sitemap-pages.xml",
	"/sitemap-apps.xml",
	"/sitemap-documents.xml",
	"/.well-known/security.txt",
];

const routes = builtRoutes();

const server = serve();
const visitor = createClient(server);
let world: World;
let owner: Client;

beforeAll(async () => {
	world = await createWorld();
	owner = createClient(server, { cookie: world.cookie });
});

function isOwnerPage(route: BuiltRoute): boolean {
	return route.layouts.includes("apps/routes/owner/owner-layout");
}

function isVisitorPage(route: BuiltRoute): boolean {
	return route.layouts.includes("apps/routes/visitor/layout");
}

/** A browser asks each time; a CDN may answer by itself for a while. */
const KEPT_BY_ALL = "public, max-age=0, must-revalidate, s-maxage=20, stale-while-revalidate=10";

/** Pages of mailed links, which mark the browser for a second press (ADR 64). */
const MAILED_LINKS: string[] = [
	"/auth/confirm",
	"/auth/reset",
	"/verify-submission",
	"/extend-session",
];

/** The cookies that a page sets. The deletion of nothing leads back to the list, which says why. */
function cookiesOf({ pattern }: BuiltRoute): string[] {
	if (pattern === "/messages/deletion") return ["flash"];
	return MAILED_LINKS.includes(pattern) ? ["browser"] : [];
}

/** The site's own pages, which a browser may keep for its back button while nobody is signed in. */
const SIGNED_OUT = ["/", "/pricing", "/help", "/getting-started", "/auth"];

/** What a cache may do with an answer to everybody; what is for one person is kept by none. */
function keptAs(route: BuiltRoute): string | undefined {
	if (FOR_PROGRAMS.includes(route.pattern)) return "public, max-age=3600";
	if (SIGNED_OUT.includes(route.pattern)) return "private, no-cache";
	const isPublic =
		/\/routes\/visitor\/(page|hub|document|versions?|changes|form|updates|hub-\w+|shapes\/[\w-]+)$/.test(
			route.id,
		);
	return isPublic || route.pattern.startsWith("/demo-") ? KEPT_BY_ALL : undefined;
}

/** Conversations follow along by themselves where there is JavaScript. */
function isConversation(route: BuiltRoute): boolean {
	return route.layouts.includes("conversations/routes/visitor/layout");
}

for (const route of routes) {
	describe(route.pattern, () => {
		let reader: Client;
		let address: string;

		beforeAll(() => {
			reader = isOwnerPage(route) ? owner : visitor;
			address = addressOf(route.pattern, world);
		});

		test("as its reader, a page carries every header", async () => {
			const answer = await reader.get(address);
			const unlisted = answer.status === 301 ? "public, max-age=300" : "no-store";
			expectCommonHeaders(answer, keptAs(route) ?? unlisted);
			expectPolicy(answer, isVisitorPage(route) ? "visitor" : "site");
			const hasScripts =
				(isOwnerPage(route) || isConversation(route)) && answer.status === 200 && isHtml(answer);
			expect(SCRIPT.test(answer.text)).toBe(hasScripts);
			expectCookies(answer, cookiesOf(route));
		});

		test("a HEAD request carries the same headers and no body", async () => {
			await expectSameHead(reader, address);
		});

		test("as data, it carries every header", async () => {
			const answer = await reader.get(dataPath(address));
			expectCommonHeaders(answer);
			expect(answer.headers["content-security-policy"]).toBe(NOTHING);
			expect(answer.headers["content-type"]).not.toMatch(/html/);
		});

		test("a stranger's answer is never kept by a cache, unless it is public", async () => {
			for (const one of [address, dataPath(address)]) {
				const answer = await visitor.get(one);
				expectCommonHeaders(answer);
				if (answer.status >= 400) expect(answer.headers["cache-control"]).toBe("no-store");
			}
		});

		test("a post that is refused carries every header", async () => {
			for (const answer of await refusedPosts(address)) {
				expectCommonHeaders(answer, "no-store");
				// Whoever holds a conversation's token is its reader, and gets its page again.
				if (isConversation(route) && answer.status === 400) expectPolicy(answer, "site");
				else expect(answer.text).not.toMatch(SCRIPT);
			}
		});
	});
}

async function refusedPosts(address: string): Promise<Answer[]> {
	return [
		await visitor.post(address, { intent: "no such button" }),
		await visitor.post(address, {}, { Origin: "https://evil.example" }),
		await visitor.post(address, {}, { "Content-Type": "application/json" }),
	];
}

/** A HEAD request gets the page's headers without its body. Returns the page. */
async function expectSameHead(client: Client, address: string): Promise<Answer> {
	const [page, head] = [await client.get(address), await client.head(address)];
	expect(head.status).toBe(page.status);
	expect(head.bytes).toHaveLength(0);
	expect(comparable(head)).toEqual(comparable(page));
	return page;
}

function expectCookies({ cookies }: Answer, names: string[]) {
	expect(cookies.map((cookie) => cookie.split("=")[0])).toEqual(names);
}

/** No cache keeps the answer, and it has no script and no cookie, but for the mark of a browser. */
function expectPrivate(answer: Answer, { marks = false } = {}) {
	expectCommonHeaders(answer, "no-store");
	expect(answer.text).not.toMatch(SCRIPT);
	expectCookies(answer, marks ? ["browser"] : []);
}

test.each(LOCAL_PATTERNS)(
	"the stand-in at %s carries every header, one style by its hash, and no script",
	async (pattern) => {
		const address = addressOf(pattern, world);
		const page = await expectSameHead(visitor, address);
		for (const answer of [page, ...(await refusedPosts(address))]) expectPrivate(answer);
		expect(policyOf(page)).toContain(`style-src 'sha256-${hashOf(stylesOf(page)[0])}';`);
	},
);

describe("what visitors send", () => {
	test("is answered with pages that no cache keeps, without a script", async () => {
		const { form, submission, unverified } = await createWorld();
		const first = firstPage(form);
		const [message = ""] = Object.keys(first).filter((name) => name.startsWith("field-"));
		const answers: [number, Answer][] = [
			[200, await visitor.post(form.path, first)],
			[400, await visitor.post(form.path, { ...first, [message]: "" })],
			[400, await visitor.post(form.path, { ...secondPage(form), [CONTROL.answer]: "0" })],
			[409, await visitor.post(form.path, { ...first, [CONTROL.revision]: "99" })],
			[303, await visitor.post(form.path, secondPage(form))],
			[303, await visitor.post("/verify-submission", unverified.verify)],
			[303, await visitor.post("/verify-submission", submission.verify)],
			[303, await visitor.post("/verify-submission/refuse", {})],
			[303, await visitor.post("/verify-submission/session", submission.verify)],
			[303, await visitor.post("/extend-session", submission.session)],
		];
		for (const [status, answer] of answers) {
			expect(answer.status).toBe(status);
			expectPrivate(answer);
			if (isHtml(answer)) expectPolicy(answer, "visitor");
		}
	});

	test("pages of a private link are kept by nobody, whatever the link is worth", async () => {
		const { submission, unverified } = await createWorld();
		for (const [path, link] of [
			["/verify-submission", unverified.verify],
			["/verify-submission", submission.verify],
			["/verify-submission", { id: "", token: "" }],
			["/verify-submission/refuse", unverified.verify],
			["/extend-session", submission.session],
			["/extend-session", { id: "x", token: "y" }],
		] as const) {
			const answer = await visitor.get(`${path}?${new URLSearchParams(link)}`);
			expectPrivate(answer, { marks: MAILED_LINKS.includes(path) });
			expectPolicy(answer, "visitor");
		}
	});
});

describe("a stream of events", () => {
	for (const reader of ["visitor", "owner"]) {
		test(`to the ${reader} is neither compressed nor kept`, async () => {
			const path = reader === "owner" ? "/admin/conversation/:submissionId" : CONVERSATION;
			const client = reader === "owner" ? owner : visitor;
			const answer = await client.get(addressOf(`${path}/events`, world), {
				"Accept-Encoding": "gzip, deflate, br",
				Accept: "text/event-stream",
			});
			expect(answer.status).toBe(200);
			expectCommonHeaders(answer, "no-store");
			expect(answer.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
			expect(answer.headers["content-encoding"]).toBeUndefined();
			expect(answer.headers["content-length"]).toBeUndefined();
			expect(answer.text).toBe("retry: 2000\n\n");
		});
	}

	test("is not opened for a session that is over, and the browser is told not to ask again", async () => {
		const { token } = await createSubmission(world.form, { open: false });
		const answer = await visitor.get(`/conversation/${token}/events`);
		expect(answer.status).toBe(204);
		expectCommonHeaders(answer);
	});
});

describe("errors", () => {
	test("each carries every header, no script, and stays in no cache", async () => {
		const gone = await createDocument(world.app, { title: "Gone" });
		await deleteDocument(world.app, gone.id);
		const trashed = await createApp(world.user);
		await trashApp(world.user, trashed.appId);
		const errors: [number, Answer][] = [
			[400, await visitor.post("/auth", {})],
			[400, await visitor.get("/%E0%A4%A")],
			[401, await visitor.get("/dashboard")],
			[403, await visitor.get("/", { Host: "evil.example" })],
			[403, await visitor.post("/auth", {}, { Origin: "https://evil.example" })],
			[403, await owner.get(addressOf("/:accountSlug/:appName/documents", await createWorld()))],
			[404, await visitor.get("/no/such/page/here")],
			[404, await visitor.get("/nobody/nothing")],
			[404, await visitor.get("/nobody/nothing/at-all")],
			[404, await visitor.get("/doc/nothing/at-all")],
			[404, await visitor.get("/assets/nothing.js")],
			[405, await visitor.send("/auth", { method: "PUT" })],
			[405, await visitor.post(world.document.path, {})],
			[410, await visitor.get(gone.path)],
			[410, await visitor.get(`/${world.user.accountName}/${trashed.app.slug}`)],
			[413, await visitor.post("/auth", { email: "x".repeat(600_000) })],
			[415, await visitor.post("/auth", {}, { "Content-Type": "application/json" })],
			[401, await owner.get("/dashboard", { Cookie: "session=over" })],
			[403, await visitor.get("/dashboard", { Accept: "text/html, */*" })],
			[403, await visitor.get("/settings/deletion", { Accept: "text/html, */*" })],
		];
		for (const [status, answer] of errors) {
			expect(answer.status).toBe(status);
			expect(answer.headers["www-authenticate"] !== undefined).toBe(status === 401);
			expectCommonHeaders(answer, "no-store");
			expect(isHtml(answer)).toBe(true);
			expect(answer.text).not.toMatch(SCRIPT);
			if (!answer.text.includes("<style>")) {
				expect(answer.headers["content-security-policy"]).not.toContain("style-src 'sha256");
			}
		}
	});

	test("a method that nothing takes is told which ones are taken", async () => {
		for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"]) {
			const answer = await visitor.send("/auth", { method });
			expect(answer.status).toBe(405);
			expect(answer.headers.allow).toBe("GET, HEAD, POST");
			expectCommonHeaders(answer);
		}
	});

	test("no answer allows another site to read it", async () => {
		for (const address of ["/", world.document.path, "/healthz", "/account-name/check?slug=x"]) {
			const answer = await owner.get(address, { Origin: "https://evil.example" });
			expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
		}
	});
});

describe("files", () => {
	const client = path.join(import.meta.dirname, "../../../build/client");
	const assets = fs
		.readdirSync(path.join(client, "assets"))
		// What is compressed lies beside each.
		.filter((name) => !/\.(?:br|gz)$/.test(name))
		.map((name) => `/assets/${name}`);
	const others = fs
		.readdirSync(client, { withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => `/${entry.name}`);

	test("hashed assets may be kept for ever, and carry every header", async () => {
		expect(assets.length).toBeGreaterThan(20);
		for (const asset of assets) {
			const answer = await visitor.get(asset);
			expect(answer.status).toBe(200);
			expectCommonHeaders(answer, "public, max-age=31536000, immutable");
			expect(answer.headers["content-security-policy"]).toBe(NOTHING);
			expect(answer.headers["content-type"]).toMatch(
				asset.endsWith(".css") ? /^text\/css/ : /^text\/javascript/,
			);
			expect(asset).toMatch(/-[\w-]{8,}\.(js|css)$/);
		}
	});

	test("public files may be kept for a day, and carry every header", async () => {
		expect(others).toContain("/favicon.svg");
		for (const file of others) {
			const answer = await visitor.get(file);
			expect(answer.status).toBe(200);
			expectCommonHeaders(answer, "public, max-age=86400");
		}
	});

	test("nothing outside the folder of files is served", async () => {
		for (const address of [
			"/assets/../../package.json",
			"/assets/..%2f..%2fpackage.json",
			"/assets/%2e%2e/%2e%2e/package.json",
			"/..%5c..%5cpackage.json",
			"/assets/..\\..\\package.json",
			"//etc/passwd",
			"/assets/",
			"/assets",
		]) {
			const answer = await visitor.get(address);
			expect([address, answer.status]).toEqual([address, expect.toBeOneOf([400, 404])]);
			expect(answer.text).not.toContain("react-router-serve");
			expect(answer.text).not.toContain('"dependencies"');
		}
	});
});

describe("public documents", () => {
	for (const pattern of [
		"/:accountSlug/:appName",
		"/:accountSlug/:appName/:documentSlug",
		"/:accountSlug/:appName/forms/:formSlug",
	]) {
		test(`${pattern} is sent again only when it changed`, async () => {
			const address = addressOf(pattern, world);
			const first = await visitor.get(address);
			const etag = first.headers.etag as string;
			expect(etag).toMatch(/^(W\/)?"[^"]+"$/);
			for (const known of [etag, `"other", ${etag}`, "*"]) {
				for (const method of ["GET", "HEAD"]) {
					const again = await visitor.send(address, {
						method,
						headers: { "If-None-Match": known },
					});
					expect([known, method, again.status]).toEqual([known, method, 304]);
					expect(again.bytes).toHaveLength(0);
					expect(again.headers.etag).toBe(etag);
					expectCommonHeaders(again, KEPT_BY_ALL);
				}
			}
			const stale = await visitor.get(address, { "If-None-Match": '"other"' });
			expect(stale.status).toBe(200);
			expect(stale.text).toBe(first.text);
		});

		test(`${pattern} has the same ETag for a HEAD request, and another once it changes`, async () => {
			const own = await createWorld();
			const address = addressOf(pattern, own);
			const { etag } = (await visitor.get(address)).headers;
			expect((await visitor.head(address)).headers.etag).toBe(etag);
			expect((await visitor.get(address, { "Accept-Encoding": "gzip" })).headers.etag).toBe(etag);
			await createDocument(own.app, { title: "Another" });
			await createClient(server.url, { cookie: own.cookie }).post(
				addressOf("/app/:appId/documents/:documentId/edit", own),
				{ title: own.document.title, content: "Changed.", revision: "2" },
			);
			await updateForm(own.app, own.form.id, { ...own.form, description: "Changed." });
			const changed = await visitor.get(address, { "If-None-Match": etag });
			expect(changed.status).toBe(200);
			expect(changed.headers.etag).not.toBe(etag);
		});

		test(`${pattern} is the same for everyone, so that it sets and reads no cookie`, async () => {
			const address = addressOf(pattern, world);
			const [seen, own] = [await visitor.get(address), await owner.get(address)];
			expect(own.text).toBe(seen.text);
			expect([...seen.cookies, ...own.cookies]).toEqual([]);
			expect(seen.headers.vary ?? "").not.toMatch(/cookie/i);
		});
	}

	test("a document is one request: it asks for nothing but what its author wrote", async () => {
		const document = await createDocument(world.app, {
			title: "With a picture",
			content: "![logo](https://cdn.example/logo.png)\n\n[Site](https://example.com)",
		});
		const { text } = await visitor.get(document.path);
		expect(requestsOf(text)).toEqual(["https://cdn.example/logo.png"]);
		const hub = addressOf("/:accountSlug/:appName", world);
		for (const path of [world.document.path, hub, world.form.path, "/nobody/nothing/at-all"]) {
			expect([path, requestsOf((await visitor.get(path)).text)]).toEqual([path, []]);
		}
	});
});

describe("cookies on this machine", () => {
	test("are out of reach for scripts and other sites", async () => {
		const own = await createWorld();
		const signedIn = await visitor.post("/auth", { email: own.user.email, password: PASSWORD });
		expect(signedIn.cookies[0]).toMatch(/^session=[^;]{40,}; /);
		expect(flagsOf(signedIn.cookies[0])).toBe("HttpOnly; Max-Age=2592000; Path=/; SameSite=Lax");
		expect(flagsOf(signedIn.cookies[1])).toBe("HttpOnly; Max-Age=31536000; Path=/; SameSite=Lax");

		const cookie = signedIn.cookies[0]?.split(";")[0];
		const client = createClient(server.url, { cookie });
		const refreshed = await client.post("/dashboard/refresh");
		expect(refreshed.cookies).toHaveLength(1);
		expect(refreshed.cookies[0]).toMatch(/^flash=/);
		expect(flagsOf(refreshed.cookies[0])).toBe("HttpOnly; Max-Age=60; Path=/; SameSite=Lax");

		const flash = refreshed.cookies[0]?.split(";")[0];
		const cookies = { Cookie: `${cookie}; ${flash}` };
		const asked = await client.get("/account-name/check?slug=meadow", cookies);
		expect(asked.cookies, "what a script asks for leaves the message to the page").toEqual([]);
		const shown = await client.get("/dashboard", cookies);
		expect(shown.text).toContain("Refreshed successfully");
		expect(shown.cookies).toEqual([expect.stringMatching(/^flash=; .*Max-Age=0/)]);

		const signedOut = await client.post("/auth/sign-out");
		expect(signedOut.cookies).toEqual([expect.stringMatching(/^session=; .*Max-Age=0/)]);
		expect((await client.get("/dashboard")).status).toBe(401);
	});

	test("a flash message that somebody else wrote is not shown", async () => {
		const message = JSON.stringify({ tone: "error", text: "Pay here" });
		const text = Buffer.from(message).toString("base64");
		for (const value of [text, `${text}.signature`, encodeURIComponent(`${text}.AAAA`)]) {
			const answer = await owner.get("/dashboard", { Cookie: `${world.cookie}; flash=${value}` });
			expect(answer.status).toBe(200);
			expect(answer.text).not.toContain("Pay here");
		}
	});
});

test("each page has a nonce of its own", async () => {
	const nonces = await Promise.all(
		Array.from({ length: 5 }, async () => nonceOf(await owner.get("/dashboard"))),
	);
	expect(new Set(nonces).size).toBe(5);
});

function expectCommonHeaders({ headers }: Answer, cacheControl: unknown = expect.any(String)) {
	expect(headers).toMatchObject({
		"x-content-type-options": "nosniff",
		"referrer-policy": "same-origin",
		"x-frame-options": "DENY",
		"cross-origin-opener-policy": "same-origin",
		"permissions-policy": expect.stringContaining("camera=()"),
		"x-request-id": expect.stringMatching(/^[\w-]{36}$/),
		"cache-control": cacheControl,
	});
	expect(headers["content-security-policy"]).toContain("default-src 'none'");
	expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
	expect(headers["content-security-policy"]).toContain("base-uri 'none'");
	expect(headers["content-security-policy"]).not.toContain("unsafe-");
	const type = headers["content-type"] ?? "";
	if (/^text\/|xml/.test(type)) expect(type).toMatch(/; ?charset=utf-8$/i);
	// On this machine there is no TLS to stay with.
	for (const name of ["x-powered-by", "x-route", "strict-transport-security"]) {
		expect(headers).not.toHaveProperty(name);
	}
}

/** The policy fits the page: one style by its hash for visitors, one nonce for the rest. */
function expectPolicy(answer: Answer, look: "visitor" | "site") {
	const policy = policyOf(answer);
	if (!isHtml(answer)) {
		expect(policy).toBe(NOTHING);
		return;
	}
	const styles = stylesOf(answer);
	const inline = [...answer.text.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
	expect(answer.text).not.toMatch(/ style="| on\w+="/);
	if (look === "visitor") {
		expect(policy).toContain("script-src 'none'");
		expect(styles).toHaveLength(1);
		expect(policy).toContain(`style-src 'sha256-${hashOf(styles[0])}';`);
	} else {
		expect(styles).toEqual([]);
		const nonce = nonceOf(answer);
		// Without scripts, the same page may be sent twice, so that it has no nonce.
		if (!answer.text.includes("<script")) {
			expect(policy).toContain("script-src 'none';");
			return;
		}
		// A page that does not hydrate has at most a file of its own.
		if (inline.every((attributes) => OWN_FILE.test(attributes ?? ""))) {
			expect(policy).toContain("script-src 'self';");
			return;
		}
		expect(Buffer.from(nonce, "base64").length).toBeGreaterThanOrEqual(16);
		for (const attributes of inline) expect(attributes).toContain(`nonce="${nonce}"`);
	}
}

function policyOf({ headers }: Answer): string {
	return String(headers["content-security-policy"]);
}

function stylesOf({ text }: Answer): string[] {
	return [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css ?? "");
}

function hashOf(text = ""): string {
	return createHash("sha256").update(text).digest("base64");
}

function nonceOf(answer: Answer): string {
	return /'nonce-([^']+)'/.exec(policyOf(answer))?.[1] ?? "";
}

/** The headers that don't differ from request to request. */
function comparable(answer: Answer) {
	const differing =
		/^(date|x-request-id|content-length|vary|transfer-encoding|content-security-policy|set-cookie)$/;
	const steady = Object.entries(answer.headers).filter(([name]) => !differing.test(name));
	const policy = policyOf(answer).replace(nonceOf(answer), "");
	return Object.fromEntries([...steady, ["policy", policy]]);
}

/** Every address that a browser would fetch for this page by itself. */
function requestsOf(html: string): string[] {
	const embedded = html.matchAll(
		/<(?:img|script|iframe|video|audio|source|embed|object|link)\b[^>]*?\s(?:src|srcset|data|href)="([^"]*)"[^>]*>/g,
	);
	return [...embedded]
		.filter(([tag]) => !/ rel="(?:canonical|alternate|version-history)"/.test(tag))
		.map(([, target]) => target as string);
}

function flagsOf(cookie = ""): string {
	const flags = cookie.split("; ").slice(1).sort();
	return flags.filter((flag) => !flag.startsWith("Expires=")).join("; ");
}

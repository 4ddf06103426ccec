import http from "node:http";
import net from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dump, dumpDatabase, dumpWhenMailIsSent } from "../../kit/dump.ts";
import {
	type Answer,
	type Client,
	createClient,
	encode,
	FORM,
	sendRaw,
	type Values,
} from "../../kit/http/client.ts";
import { type FilledForm, FORMS, type Form, fillIn, formNamed } from "../../kit/http/forms.ts";
import { builtRoutes, dataPath } from "../../kit/http/routes.ts";
import { serve } from "../../kit/process/serve.ts";
import { addressOf, createWorld, databaseFile } from "../../kit/world/world.ts";

/** The forms that people type into, with their fields; "?" marks one that may be left open. */
const FIELDS: Record<string, string[]> = {
	"sign in": ["email", "password"],
	"create account": ["email", "password", "confirm_password"],
	"forgotten password": ["email"],
	"new password": ["password", "confirm_password"],
	profile: ["full_name", "company?"],
	"change password": ["current_password", "password", "confirm_password"],
	"change e-mail address": ["email", "current_password"],
	"delete account": ["confirmation", "current_password"],
	"create app": ["name"],
	"account name": ["account_name"],
	"check account name": ["account_name"],
	"rename app": ["name"],
	"contact address": ["contact_email?"],
	"publish document": ["title", "content"],
	"save document": ["title", "content"],
	"preview document": ["title?", "content"],
	"save draft": ["title?", "content?"],
	"publish draft": ["title", "content"],
	"publish form": ["title", "description?"],
	"save form": ["title", "description?"],
	reply: ["message"],
	details: ["tags?", "notes?"],
	"add note": ["internal_note"],
	"edit saved reply": ["title", "text"],
	"save reply": ["title", "text"],
	"suspend account": ["reason"],
	"support details": ["tag?", "notes?"],
	"save support form": ["title", "description?", "notification_email", "auto_reply_template"],
	message: ["message"],
};

/** Fields that take more than 300 characters. */
const LONG = /^(content|description|message|internal_note|notes|text|reason|auto_reply_template)$/;

const UNREADABLE = "This has characters that can&#x27;t be read";

/** Fields that no form has, in numbers that are read and in numbers that are not. */
const TOO_MANY: [count: number, name: string][] = [
	[900, ""],
	[5_000, "[9999]"],
];

const server = serve();

afterAll(async () => {
	expect((await clientOf().get("/healthz")).text).toBe('{"status":"ok"}');
});

function clientOf(cookie?: string): Client {
	return createClient(server, { cookie });
}

async function createOwner() {
	const world = await createWorld();
	return { world, client: clientOf(world.cookie) };
}

/** The owner's browser; who signs in or up is nobody yet. */
function clientFor({ route, world }: FilledForm): Client {
	return clientOf(route === "accounts/routes/auth/auth" ? undefined : world.cookie);
}

/** Sends a body as it is, as the owner, as a page request and as a data request. */
async function sendBoth(form: FilledForm, body: string | Buffer, type: string | undefined = FORM) {
	const send = (path: string) =>
		clientFor(form).post(path, body, { "Content-Type": type || undefined });
	return { page: await send(form.address), data: await send(dataPath(form.address)) };
}

/** Sends a body as sendBoth does, which is refused both ways. Returns the page. */
async function expectRefused(
	form: FilledForm,
	body: string | Buffer,
	{ type, status = 400 }: { type?: string; status?: number } = {},
): Promise<Answer> {
	const { page, data } = await sendBoth(form, body, type);
	const sent = [form.address, type, body.slice(-60)];
	expect([...sent, page.status, data.status]).toEqual([...sent, status, status]);
	expectClear(page);
	expectClear(data);
	return page;
}

/** Makes a new world and one of its forms, and dumps the database. */
async function fillInAndDump(recipe: Form) {
	const form = await fillIn(recipe);
	return { form, before: await dumpWhenMailIsSent(databaseFile) };
}

/** A 4xx with a sentence, and nothing about how we are made. */
function expectClear(answer: Answer) {
	expect(answer.status).toBeGreaterThanOrEqual(400);
	expect(answer.status).toBeLessThan(500);
	expect(answer.text).toMatch(/[A-Z][^<>"]{10,}[.!?)]?/);
	expectNoInsides(answer);
}

function expectNoInsides({ text }: Answer) {
	expect(text).not.toMatch(/\bat \S+ \(|node_modules|file:\/\/|server\/index\.js|\.tsx?:\d+/);
	expect(text).not.toContain(process.cwd());
	expect(text).not.toMatch(/Prisma|SQLITE|ZodError|Unexpected Server Error/);
}

function expectNoFault(answer: Answer, ...sent: string[]) {
	expect([...sent, answer.status < 500]).toEqual([...sent, true]);
	expectNoInsides(answer);
}

/** What was typed is still in the form, but for passwords. */
function expectTyped(answer: Answer, values: Values) {
	for (const [name, value] of Object.entries(values)) {
		// Ours, or no text: a choice or a box.
		const isTyped =
			!/password|request_id|revision|seen|_enabled|intent|^status|^priority|\]\./.test(name);
		if (name.includes("password")) expect(answer.text).not.toContain(value);
		if (!isTyped || typeof value !== "string") continue;
		const shown = escapeRegExp(escapeHtml(value));
		expect(answer.text).toMatch(new RegExp(`(name="${name}"[^>]*value="|>\\n?)${shown}["<]`));
	}
}

function escapeHtml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function escapeRegExp(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The body of a form where `raw` stands, percent-encoded by hand, in the place of one field. */
function encodeWith(values: Values, field: string, raw: string): string {
	const { [field]: _, ...others } = values;
	return [encode(others), raw].filter(Boolean).join("&");
}

/** The body of a form where a file stands in the place of one field. */
async function encodeWithFile(values: Values, field: string) {
	const parts = new FormData();
	for (const [name, value] of Object.entries(values)) parts.set(name, value as string);
	parts.set(field, new File(["text of the file"], "policy.md", { type: "text/markdown" }));
	const request = new Request("http://localhost", { method: "POST", body: parts });
	return {
		body: Buffer.from(await request.arrayBuffer()),
		type: request.headers.get("Content-Type") as string,
	};
}

for (const [name, fields] of Object.entries(FIELDS)) {
	describe(`the form "${name}"`, () => {
		// What is refused changes nothing, so the next refusal can be of the same form.
		let form: FilledForm;
		let before: Dump;

		beforeAll(async () => {
			({ form, before } = await fillInAndDump(formNamed(name)));
		});

		for (const listed of fields) {
			const field = listed.replace("?", "");
			const isOptional = field !== listed;
			const isPassword = field.includes("password");
			const bad: [string, string, string?][] = [
				["sent twice", `${field}=one+text&${field}=another`],
			];
			// An optional field may be left out, and then there is nothing wrong.
			if (!isOptional) {
				bad.push(
					["as a list", `${field}[0]=one+text&${field}[1]=another`],
					["as a list without numbers", `${field}[]=one+text`],
					["as an object", `${field}[a]=b`],
					["as a nested object", `${field}.a.b=c`],
					["under the name of __proto__", "__proto__=x&constructor=y&prototype=z"],
					["empty", `${field}=`],
					["missing", ""],
				);
			}
			if (!isOptional && !isPassword) {
				bad.push(
					["only spaces", `${field}=+%09+%0D%0A+`],
					["only wide spaces", `${field}=%E3%80%80`],
				);
			}
			if (!(name === "sign in" && isPassword) && field !== "confirm_password") {
				bad.push(
					["with a byte that is no UTF-8", `${field}=abcdef%FF`, UNREADABLE],
					["with a broken UTF-8 sequence", `${field}=abcdef%C3%28`, UNREADABLE],
					["with half a surrogate pair", `${field}=abcdef%ED%A0%80`, UNREADABLE],
					["with a null byte", `${field}=abc%00def`, UNREADABLE],
				);
			}
			if (!LONG.test(field)) bad.push(["far too long", `${field}=${"long".repeat(75)}`]);

			for (const [how, raw, sentence = ""] of bad) {
				test(`${field} ${how} is refused with a sentence, and nothing is stored`, async () => {
					const page = await expectRefused(form, encodeWith(form.values, field, raw));
					expect(page.text).toContain('class="error-summary"');
					expect(page.text).toContain(sentence);
					const { [field]: _, ...others } = form.values;
					expectTyped(page, others);
					expect(dumpDatabase(databaseFile)).toEqual(before);
				});
			}

			test(`${field} as a file is refused with a sentence, and nothing is stored`, async () => {
				const { body, type } = await encodeWithFile(form.values, field);
				await expectRefused(form, body, { type });
				expect(dumpDatabase(databaseFile)).toEqual(before);
			});
		}

		test("what is no form is refused as such, and nothing is stored", async () => {
			const values = encode(form.values);
			const multipart = "multipart/form-data; boundary=a";
			const part = 'Content-Disposition: form-data; name="x"\r\n\r\n';
			const bodies: [number, string, string][] = [
				[415, "application/json", JSON.stringify(form.values)],
				[415, "text/plain", values],
				[415, "application/xml", "<a/>"],
				[415, "garbage", values],
				[415, "", values],
				[400, "multipart/form-data", "no boundary"],
				[400, multipart, `--b\r\n${part}y\r\n--b--\r\n`],
				[400, multipart, `--a\r\n${part}broken off`],
				[400, multipart, "garbage"],
				[400, multipart, "--a\r\nno headers\r\n\r\nx\r\n--a--\r\n"],
			];
			for (const [status, type, body] of bodies) await expectRefused(form, body, { type, status });
			expect(dumpDatabase(databaseFile)).toEqual(before);
		});

		test("fields that it doesn't have change nothing but themselves", async () => {
			const strange = [
				[
					"__proto__=x&__proto__[polluted]=x&__proto__.polluted=x",
					"constructor[prototype][polluted]=x&constructor.prototype.polluted=x",
					"a[b]=c&a[0]=d&a.b.c=e&a[=x&]=y&[]=z&=w",
					`${"deep.".repeat(500)}er=x`,
					"list[4294967295]=x&list[99999999]=y",
				].join("&"),
				...TOO_MANY.map(([count, name]) =>
					Array.from({ length: count }, (_, at) => `f${at}${name}=x`).join("&"),
				),
			];
			// Once as it would be accepted, and once so that all of it is shown again.
			const field = fields[0]?.replace("?", "") ?? "";
			const bodies = [encode(form.values), encodeWith(form.values, field, `${field}=`)];
			for (const extra of strange) {
				for (const body of bodies) {
					const { page, data } = await sendBoth(form, `${body}&${extra}`);
					for (const answer of [page, data]) expectNoFault(answer, extra.slice(0, 40));
				}
			}
			expect((await clientOf().get("/healthz")).text).toBe('{"status":"ok"}');
		});
	});
}

describe("every form", () => {
	for (const recipe of FORMS) {
		test(`"${recipe.name}" takes no 10 MB, and the connection goes on`, async () => {
			const { form, before } = await fillInAndDump(recipe);
			const values = Buffer.from(`${encode(form.values)}&x=`);
			for (const [size, chunked] of [
				[10_000_000, false],
				[513 * 1024, true],
			] as const) {
				const body = Buffer.concat([values, Buffer.alloc(size, "x")]);
				const answer = await clientFor(form).post(form.address, body, {}, { chunked });
				expect([size, chunked, answer.status]).toEqual([size, chunked, 413]);
				expectClear(answer);
				expect(answer.text).toContain("We take at most 512 kB at a time");
			}
			expect(dumpDatabase(databaseFile)).toEqual(before);
		});
	}

	test("takes a password unseen, and lets a password manager fill it in", async () => {
		for (const [name, fields] of Object.entries(FIELDS)) {
			const passwords = fields.filter((field) => field.includes("password"));
			if (passwords.length === 0) continue;
			const form = await fillIn(formNamed(name));
			const { text } = await clientFor(form).get(form.address);
			for (const field of passwords) {
				const [input] = new RegExp(`<input[^>]* name="${field}"[^>]*>`).exec(text) ?? [];
				expect([name, input]).toEqual([name, expect.stringContaining(' type="password"')]);
				expect(input).toMatch(/ autocomplete="(?:current|new)-password"/i);
			}
		}
	});

	test("a form that comes in chunks, without its length, is taken as any other", async () => {
		const { client } = await createOwner();
		const values = { full_name: "In Chunks", company: "" };
		expect((await client.post("/settings", values, {}, { chunked: true })).status).toBe(303);
		expect((await client.get("/settings")).text).toContain('value="In Chunks"');
	});

	test("a post without a body, and without a word of its length, is refused as an empty one", async () => {
		const { host } = new URL(server.url);
		const head = `POST /auth HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`;
		for (const length of ["", "Content-Length: 0\r\n"]) {
			const answer = await sendRaw(server.url, `${head}${length}\r\n`);
			expect(answer).toMatch(/^HTTP\/1\.1 415 /);
			expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/);
		}
	});

	test("a refused body does not hold up the next request on its connection", async () => {
		const { cookie } = await createWorld();
		const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
		const sockets = new Set<unknown>();
		const ask = (method: string, path: string, body = "", type = "application/json") =>
			new Promise<number | undefined>((resolve, reject) => {
				const headers = {
					Origin: server.url,
					"Sec-Fetch-Site": "same-origin",
					"Content-Type": type,
					"Content-Length": body.length,
					Cookie: cookie,
				};
				const request = http.request(server.url + path, { method, agent, headers }, (response) => {
					response.resume().once("end", () => resolve(response.statusCode));
				});
				request.once("socket", (socket) => sockets.add(socket));
				request.once("error", reject);
				request.end(body);
			});
		for (const size of [100_000, 500_000, 600_000, 2_000_000]) {
			expect(await ask("POST", "/auth", "x".repeat(size))).toBe(size > 524_288 ? 413 : 415);
			expect(await ask("GET", "/healthz")).toBe(200);
		}
		expect(await ask("PUT", "/auth", "x".repeat(300_000))).toBe(405);
		expect(await ask("GET", "/healthz")).toBe(200);
		expect(sockets.size).toBe(1);
		agent.destroy();
	});

	test("a button of a list of fields is refused where there is none, and nothing is stored", async () => {
		const huge = { type: "update", payload: { name: "a[99999999]", value: "x" } };
		for (const name of [
			"create account",
			"create app",
			"new password",
			"profile",
			"publish document",
			"save document",
			"fill in a form",
			"insert saved reply",
			"details",
			"message",
		]) {
			const { form, before } = await fillInAndDump(formNamed(name));
			for (const intent of ["value", "{", JSON.stringify(huge)]) {
				await expectRefused(form, encode({ ...form.values, __intent__: intent }));
			}
			expect(dumpDatabase(databaseFile)).toEqual(before);
		}
	});

	test("what Conform would take for its memory is passed over", async () => {
		const { client } = await createOwner();
		const profile = { full_name: "Ada", company: "", __state__: "{" };
		expect((await client.post("/settings", profile)).status).toBe(303);
	});

	test("a host that is no address is refused with a sentence", async () => {
		const request = "GET /auth HTTP/1.1\r\nHost: 99999999999999999999\r\nConnection: close\r\n\r\n";
		const answer = await sendRaw(server.url, request);
		expect(answer).toMatch(/^HTTP\/1\.1 400 /);
		expect(answer).toContain("This address can't be read.");
	});

	test("a button that is not there is refused, and nothing is stored", async () => {
		for (const name of [
			"account name",
			"publish document",
			"save document",
			"reply",
			"insert saved reply",
			"put a finding aside",
			"pay at the till",
			"cancel at the till",
		]) {
			const { form, before } = await fillInAndDump(formNamed(name));
			for (const intent of ["no-such-button", "", "__proto__", "toString"]) {
				const { page, data } = await sendBoth(form, encode({ ...form.values, intent }));
				expect([name, intent, page.status]).toEqual([name, intent, 400]);
				// The till's pages are no routes of the app, and have no data.
				expect(data.status).toBe(form.route === "local" ? 404 : 400);
				expectClear(page);
				expect(page.text).toContain("Unknown button");
			}
			expect(dumpDatabase(databaseFile)).toEqual(before);
		}
	});

	test("no method but GET, HEAD and POST is taken anywhere", async () => {
		const { world, client } = await createOwner();
		const before = await dumpWhenMailIsSent(databaseFile);
		for (const route of builtRoutes()) {
			const address = addressOf(route.pattern, world);
			for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "LOCK"]) {
				for (const path of [address, dataPath(address)]) {
					const answer = await client.send(path, { method, headers: { Origin: server.url } });
					expect([method, path, answer.status]).toEqual([method, path, 405]);
					expectClear(answer);
				}
			}
		}
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test.each([
		["a method that HTTP doesn't have", "BREW / HTTP/1.1\r\nHost: localhost"],
		["two hosts", "GET / HTTP/1.1\r\nHost: localhost\r\nhost: other.example"],
	])("a request with %s is refused", async (_what, head) => {
		const answer = await sendRaw(server.url, `${head}\r\nConnection: close\r\n\r\n`);
		expect(answer).toMatch(/^HTTP\/1\.1 400/);
	});
});

describe("texts from all over the world", () => {
	const titles: [string, string][] = [
		["プライバシーポリシー", "document"],
		["سياسة الخصوصية", "document"],
		["🔒 Privacy 👩‍👩‍👧‍👦", "privacy"],
		["Política de privacidad de “Café”", "politica-de-privacidad-de-cafe"],
		["__proto__", "proto"],
		["___", "document"],
		["documents", "documents-1"],
		["Forms", "forms-1"],
		["w".repeat(200), "w".repeat(60)],
		["<script>alert(1)</script> & \"more\" 'quotes'", "scriptalert1script-more-quotes"],
	];

	for (const [title, slug] of titles) {
		test(`a document may be called ${title.slice(0, 40)}`, async () => {
			const { world, client } = await createOwner();
			const content = `# ${"x".repeat(300)}\n\n日本語 العربية 🎉 ${"y".repeat(300)}`;
			const values = { title, content, request_id: crypto.randomUUID() };
			const published = await client.post(`/app/${world.app.appId}/documents/new`, values);
			expect(published.status).toBe(303);
			const address = `/${world.user.accountName}/${world.app.app.slug}/${slug}`;
			const page = await clientOf().get(address);
			expect(page.status).toBe(200);
			expect(page.text).toContain("日本語 العربية 🎉");
			expect(page.text).toContain(
				`<h1 dir="auto">${escapeHtml(title).replaceAll(">", "&gt;").replaceAll("'", "&#x27;")}</h1>`,
			);
			expect((await client.get(published.headers.location as string)).status).toBe(200);
		});
	}

	const appNames: [string, string][] = [
		["日本", "This name leaves nothing for the public address."],
		["🎉 Party", "App names can only contain letters, numbers, spaces, hyphens, and underscores."],
		["Admin", "&quot;Admin&quot; is a reserved word and cannot be used as an app name."],
		["2048", "App names cannot be purely numeric. Please include some letters."],
		["a".repeat(300), "Please use at most 60 characters."],
		["__proto__\u0000", UNREADABLE],
	];

	test.each(appNames)("an app can't be called %j, and is told why", async (appName, sentence) => {
		for (const name of ["create app", "rename app"]) {
			const { answer, values } = await sendName(name, { name: appName });
			expect(answer.text).toContain(sentence);
			if (sentence !== UNREADABLE) expectTyped(answer, values);
		}
	});

	test.each(["日本", "ab", "Dashboard", "smallprint", "a".repeat(41), "!!!"])(
		"an account can't be called %s, and is told why",
		async (accountName) => {
			const { answer, values } = await sendName("account name", { account_name: accountName });
			expectClear(answer);
			expect(answer.text).toContain('class="error-summary"');
			expectTyped(answer, values);
		},
	);

	/** Sends a form with a name that is refused, so that nothing is stored. */
	async function sendName(name: string, typed: Values) {
		const { form, before } = await fillInAndDump(formNamed(name));
		const values = { ...form.values, ...typed };
		const answer = await clientFor(form).post(form.address, values);
		expect(answer.status).toBe(400);
		expect(dumpDatabase(databaseFile)).toEqual(before);
		return { answer, values };
	}
});

describe("addresses", () => {
	const paths = [
		"/%E0%A4%A",
		"/%",
		"/%zz",
		"/%00",
		"/auth%00",
		"/a/%00",
		"/a/b/%FF",
		"/a/b/%C0%AE%C0%AE",
		"//",
		"//evil.example",
		"//evil.example/X",
		"//evil.example/X/",
		"///evil.example/X/Y/",
		"/\\evil.example/X",
		"/.//evil.example/X/",
		"/../X",
		"/a/../../X/Y",
		"/%2e%2e/%2e%2e/etc/passwd",
		"/%2F%2Fevil.example/X",
		"/a/%2Fevil.example",
		"/a//b",
		"/a/b//",
		"/a;b/c",
		"/__proto__/constructor",
		"/__proto__/constructor/toString",
		"/doc/__proto__/x",
		"/app/__proto__/settings",
		"/app/%00/settings",
		"/app/'%20OR%201=1--/settings",
		"/app/..%2f..%2f/settings",
		"/local/mailbox/__proto__",
		"/local/till/checkout/__proto__",
		"/local/till/portal/__proto__",
		"/__manifest",
		"/__manifest?paths=/dashboard&version=x",
		"/dashboard.data.data",
		"/.data",
		"/_root.data",
		"/_.data?_routes=__proto__",
		"/dashboard.data?_routes=no/such/route",
		"/.env",
		"/.git/config",
		"/server.ts",
		"/data/smallprint.db",
		"/assets/%00.js",
		"/assets/.vite/manifest.json",
		"/:accountSlug/:appName",
		"/*",
		"/🎉/🎉",
		`/${"a".repeat(8000)}`,
		`/${"a/".repeat(4000)}`,
		`/a/b/${"c".repeat(8000)}`,
	];

	/** What a strange address may get. A step that refuses with another status adds it here. */
	const USUAL_STATUS = /^HTTP\/1\.1 (200|202|204|30[12]|40[0134])/;

	let ownCookie: string;

	beforeAll(async () => {
		ownCookie = (await createWorld()).cookie;
	});

	for (const path of paths) {
		test(`${path.slice(0, 60)} is answered without a fault and leads nowhere else`, async () => {
			for (const cookie of ["", `Cookie: ${ownCookie}\r\n`]) {
				const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`;
				const raw = await sendRaw(server.url, `${head}${cookie}\r\n`);
				expect(raw).toMatch(USUAL_STATUS);
				const location = /^location: (.*)$/im.exec(raw)?.[1];
				if (location) expect(new URL(location, server.url).origin).toBe(server.url);
				if (location) expect(location).not.toMatch(/^[/\\]{2}/);
				expectNoInsides({ text: raw } as Answer);
			}
		});
	}

	test("a path of thousands of slashes takes no longer than one of other characters", async () => {
		const timeOf = async (path: string) => {
			const started = performance.now();
			const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
			// A path that is refused before the routes would show nothing.
			expect(await sendRaw(server.url, head)).toMatch(/^HTTP\/1\.1 (301|404)/);
			return performance.now() - started;
		};
		// The quickest of many counts, because a busy machine makes single answers slow.
		let usual = Number.POSITIVE_INFINITY;
		let slashes = Number.POSITIVE_INFINITY;
		for (let n = 0; n < 5 || (n < 100 && slashes >= 5 * usual); n += 1) {
			usual = Math.min(usual, await timeOf(`/${"!".repeat(15_000)}a`));
			slashes = Math.min(slashes, await timeOf(`/a${"/".repeat(15_000)}a`));
		}
		expect(slashes).toBeLessThan(5 * usual);
	});

	test("no query, however strange, makes a fault", async () => {
		const { world, client } = await createOwner();
		const visitor = clientOf();
		const queries = [
			"?%E0%A4%A",
			"?token=%FF&token=%00&mode[]=sign-up&mode=&guide=-1&with=1e99&slug=%00&slug=__proto__",
			"?redirectTo=//evil.example&redirectTo[]=x&guide=1e99&new-app=1&with=-1&mode=&page=NaN&q=%00",
			"?__proto__=x&constructor=y&index&index",
			"?_routes=",
			"?_routes=__proto__,root",
			`?${"q".repeat(12_000)}`,
			`?${"a=b&".repeat(3000)}`,
		];
		const before = await dumpWhenMailIsSent(databaseFile);
		for (const route of builtRoutes()) {
			const address = addressOf(route.pattern, world);
			for (const query of queries) {
				for (const answer of [
					await client.get(address + query),
					await client.get(`${dataPath(address)}${query}`),
					await visitor.get(address + query),
				]) {
					expectNoFault(answer, address, query.slice(0, 50));
					expect(answer.headers.location ?? "/").toMatch(/^\/(?!\/)/);
				}
			}
		}
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("a version that is no number is not found", async () => {
		const { world, client } = await createOwner();
		const before = await dumpWhenMailIsSent(databaseFile);
		const versions = addressOf("/app/:appId/documents/:documentId/versions", world);
		const strange = ["abc", "1.5", "-1", "0", "1e99", "99999999999999999999", "%00", "NaN"];
		for (const revision of strange) {
			for (const answer of [
				await client.get(`${versions}/${revision}`),
				await client.post(`${versions}/${revision}`),
				await client.get(`${versions}/${revision}.data`),
			]) {
				expect([revision, answer.status]).toEqual([revision, 404]);
				expectClear(answer);
			}
			expect((await client.get(`${versions}/1?with=${revision}`)).status).toBe(200);
		}
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("Restore pressed many times at once is one restore, and never a fault", async () => {
		const { world, client } = await createOwner();
		const versions = addressOf("/app/:appId/documents/:documentId/versions", world);
		const presses = Array.from({ length: 8 }, () => client.post(`${versions}/1`));
		const answers = await Promise.all(presses);
		for (const answer of answers) {
			expect(answer.status).toBeOneOf([303, 409, 503]);
			if (answer.status !== 303) expect(answer.text).toMatch(/<h1[^>]*>Version not restored<\/h1>/);
		}
		expect(answers.filter(({ status }) => status === 303).length).toBeGreaterThan(0);
		expect((await client.get(`${versions}/3`)).status).toBe(200);
		expect((await client.get(`${versions}/4`)).status).toBe(404);
	});

	test("a request that is too large for its head is refused, and the server goes on", async () => {
		const client = clientOf();
		for (const [path, headers] of [
			[`/${"a".repeat(20_000)}`, {}],
			[`/auth?${"q".repeat(20_000)}`, {}],
			["/auth", { Cookie: `session=${"x".repeat(20_000)}` }],
		] as const) {
			expect((await client.get(path, headers)).status).toBe(431);
		}
		expect((await client.get("/auth")).status).toBe(200);
	});
});

describe("cookies", () => {
	const cookies = [
		"session=%E0%A4%A",
		"session=%00",
		'session="',
		"session=bnVsbA%3D%3D",
		"session=e30%3D",
		"session=W10%3D",
		"session=MTIz",
		`session=${"x".repeat(12_000)}`,
		"session=a; session=b; session=c",
		";;;===;;",
		"=",
		"__proto__=x; constructor=y",
		"flash=garbage",
		"flash=e30%3D.garbage",
		"flash=%E0%A4%A",
		"flash=bnVsbA%3D%3D.",
	];

	for (const cookie of cookies) {
		test(`${cookie.slice(0, 40)} is nobody, and no fault`, async () => {
			const client = clientOf(cookie);
			for (const path of ["/dashboard", "/dashboard.data", "/settings"]) {
				const answer = await client.get(path);
				expect(answer.status).toBe(401);
				expectClear(answer);
			}
			for (const path of ["/", "/auth", "/auth/sign-out", "/healthz"]) {
				expect((await client.get(path)).status).toBe(200);
			}
			expect((await client.post("/auth/sign-out")).status).toBe(303);
		});
	}
});

describe("the connection", () => {
	test("a body that never arrives whole stores nothing", async () => {
		const { form, before } = await fillInAndDump(formNamed("rename app"));
		const head = [
			`POST ${form.address} HTTP/1.1`,
			`Host: ${new URL(server.url).host}`,
			`Origin: ${server.url}`,
			"Sec-Fetch-Site: same-origin",
			`Content-Type: ${FORM}`,
			`Cookie: ${form.world.cookie}\r\n`,
		].join("\r\n");
		await breakOff(`${head}Content-Length: 1000\r\n\r\nname=Renamed`);
		for (const framing of [
			"Content-Length: 12\r\nTransfer-Encoding: chunked\r\n\r\nname=Renamed",
			"Content-Length: abc\r\n\r\nname=Renamed",
			"Content-Length: -1\r\n\r\nname=Renamed",
			"Transfer-Encoding: chunked\r\n\r\nzz\r\nname=Renamed\r\n0\r\n\r\n",
		]) {
			expect(await sendRaw(server.url, head + framing), framing).toMatch(/^HTTP\/1\.1 400/);
		}
		expect((await clientOf().get("/healthz")).status).toBe(200);
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("headers that ask for the impossible are ignored", async () => {
		const { world, client } = await createOwner();
		for (const headers of [
			{ "If-None-Match": "garbage" },
			{ "Accept-Encoding": "garbage;q=x, *;q=0" },
			{ Range: "bytes=0-1" },
			{ "X-React-Router-SPA-Mode": "yes" },
			{ "X-HTTP-Method-Override": "POST" },
			{ "Accept-Language": "\u00ff" },
		]) {
			expect((await client.get(world.document.path, headers)).status).toBe(200);
			expect((await client.get("/dashboard", { ...headers, Cookie: "" })).status).toBe(401);
		}
	});
});

/** Writes bytes to the server's socket, and closes it before there is an answer. */
function breakOff(bytes: string): Promise<void> {
	return new Promise((resolve) => {
		const socket = net.connect(Number(new URL(server.url).port), "127.0.0.1", () => {
			socket.write(bytes, () => socket.destroy());
		});
		socket.once("close", () => resolve());
	});
}

import http from "node:http";
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
import { type FilledForm, FORMS, fillIn } from "../../kit/http/forms.ts";
import { builtRoutes, dataPath } from "../../kit/http/routes.ts";
import { startServer, type TestServer } from "../../kit/process/server.ts";
import { addressOf, createWorld, databaseFile } from "../../kit/world/world.ts";

/** The forms that people type into, with what they type into. */
const FIELDS: Record<string, string[]> = {
	"sign in": ["email", "password"],
	"create account": ["email", "password", "confirm_password"],
	"forgotten password": ["email"],
	"new password": ["password", "confirm_password"],
	profile: ["full_name", "company"],
	"change password": ["current_password", "password", "confirm_password"],
	"change e-mail address": ["email", "current_password"],
	"delete account": ["confirmation", "current_password"],
	"create app": ["name"],
	"account name": ["account_name"],
	"check account name": ["account_name"],
	"rename app": ["name"],
	"contact address": ["contact_email"],
	"publish document": ["title", "content"],
	"save document": ["title", "content"],
	"preview document": ["title", "content"],
	"publish form": ["title", "description"],
	"save form": ["title", "description"],
	reply: ["message"],
	details: ["tags", "notes", "internal_notes"],
	"save reply": ["title", "text"],
	"suspend account": ["reason"],
	"support details": ["tag", "notes"],
	"save support form": ["title", "description", "notification_email", "auto_reply_template"],
	message: ["message"],
};

/** Fields that may be left open. */
const OPTIONAL: Record<string, string[]> = {
	"preview document": ["title"],
	"publish form": ["description"],
	"save form": ["description"],
	profile: ["company"],
	"contact address": ["contact_email"],
	details: ["tags", "notes", "internal_notes"],
	"support details": ["tag", "notes"],
	"save support form": ["description"],
};

/** Fields that take more than 300 characters. */
const LONG = [
	"content",
	"description",
	"message",
	"notes",
	"internal_notes",
	"text",
	"reason",
	"auto_reply_template",
];

const typedForms = Object.entries(FIELDS).map(([name, fields]) => {
	const recipe = FORMS.find((form) => form.name === name);
	if (!recipe) throw new Error(`There is no form "${name}"`);
	return { name, fields, recipe };
});

const UNREADABLE = "This has characters that can&#x27;t be read";

let server: TestServer;

beforeAll(async () => {
	server = await startServer(databaseFile);
});

afterAll(async () => {
	const { status } = await createClient(server.url).get("/healthz");
	expect(status).toBe(200);
	expect(await server.stop()).toBe(0);
	expect(server.errors).toEqual([]);
});

/** The owner's browser; who signs in or up is nobody yet. */
function clientOf(form: FilledForm): Client {
	const isNobody = form.route === "accounts/routes/auth/auth";
	return createClient(server.url, { cookie: isNobody ? undefined : form.world.cookie });
}

/** Sends a body as it is, as the owner, as a page request and as a data request. */
async function sendBoth(form: FilledForm, body: string | Buffer, type = FORM) {
	const send = (path: string) =>
		clientOf(form).send(path, {
			method: "POST",
			headers: { Origin: server.url, "Content-Type": type },
			body,
		});
	return { page: await send(form.address), data: await send(dataPath(form.address)) };
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

/** What was typed is still in the form, but for passwords. */
function expectTyped(answer: Answer, values: Values) {
	for (const [name, value] of Object.entries(values)) {
		// Ours, or no text: a choice or a box.
		const isTyped =
			!/password|request_id|revision|seen|_enabled|intent|^status|^priority|\]\./.test(name);
		if (!isTyped || typeof value !== "string") continue;
		const shown = escapeHtml(value);
		expect(answer.text).toMatch(
			new RegExp(`(name="${name}"[^>]*value="|>\\n?)${escapeRegExp(shown)}["<]`),
		);
	}
	for (const [name, value] of Object.entries(values)) {
		if (name.includes("password")) expect(answer.text).not.toContain(value);
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

for (const { name, fields, recipe } of typedForms) {
	describe(`the form "${name}"`, () => {
		// What is refused changes nothing, so the next refusal can be of the same form.
		let form: FilledForm;
		let before: Dump;

		beforeAll(async () => {
			form = await fillIn(recipe);
			before = await dumpWhenMailIsSent(databaseFile);
		});

		for (const field of fields) {
			const isPassword = field.includes("password");
			const isOptional = OPTIONAL[name]?.includes(field) ?? false;
			const bad: [string, string, string?][] = [
				["sent twice", `${field}=one+text&${field}=another`],
				["as a list", `${field}[0]=one+text&${field}[1]=another`],
				["as a list without numbers", `${field}[]=one+text`],
				["as an object", `${field}[a]=b`],
				["as a nested object", `${field}.a.b=c`],
				["under the name of __proto__", "__proto__=x&constructor=y&prototype=z"],
			];
			if (!isOptional) {
				bad.push(["empty", `${field}=`], ["missing", ""]);
				if (!isPassword) {
					bad.push(
						["only spaces", `${field}=+%09+%0D%0A+`],
						["only wide spaces", `${field}=%E3%80%80`],
					);
				}
			}
			if (!(name === "sign in" && isPassword) && field !== "confirm_password") {
				bad.push(
					["with a byte that is no UTF-8", `${field}=abcdef%FF`, UNREADABLE],
					["with a broken UTF-8 sequence", `${field}=abcdef%C3%28`, UNREADABLE],
					["with half a surrogate pair", `${field}=abcdef%ED%A0%80`, UNREADABLE],
					["with a null byte", `${field}=abc%00def`, UNREADABLE],
				);
			}
			if (!LONG.includes(field)) {
				bad.push(["far too long", `${field}=${"long".repeat(75)}`]);
			}

			for (const [how, raw, sentence] of bad) {
				// An optional title may be left out, and then there is nothing wrong.
				if (isOptional && how !== "sent twice" && !sentence && how !== "far too long") continue;

				test(`${field} ${how} is refused with a sentence, and nothing is stored`, async () => {
					const { page, data } = await sendBoth(form, encodeWith(form.values, field, raw));
					expect(page.status).toBe(400);
					expect(data.status).toBe(400);
					expectClear(page);
					expectClear(data);
					expect(page.text).toContain('class="error-summary"');
					if (sentence) expect(page.text).toContain(sentence);
					const { [field]: _, ...others } = form.values;
					expectTyped(page, others);
					expect(dumpDatabase(databaseFile)).toEqual(before);
				});
			}

			test(`${field} as a file is refused with a sentence, and nothing is stored`, async () => {
				const parts = new FormData();
				for (const [key, value] of Object.entries(form.values)) {
					if (key !== field) parts.set(key, value as string);
				}
				parts.set(field, new File(["text of the file"], "policy.md", { type: "text/markdown" }));
				const { body, type } = await multipart(parts);
				const { page, data } = await sendBoth(form, body, type);
				expect(page.status).toBe(400);
				expect(data.status).toBe(400);
				expectClear(page);
				expectClear(data);
				expect(dumpDatabase(databaseFile)).toEqual(before);
			});
		}

		test("what is no form is refused as such, and nothing is stored", async () => {
			const bodies: [number, string, string][] = [
				[415, "application/json", JSON.stringify(form.values)],
				[415, "text/plain", encode(form.values)],
				[415, "application/xml", "<a/>"],
				[415, "garbage", encode(form.values)],
				[400, "multipart/form-data", "no boundary"],
				[
					400,
					"multipart/form-data; boundary=a",
					'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\ny\r\n--b--\r\n',
				],
				[
					400,
					"multipart/form-data; boundary=a",
					'--a\r\nContent-Disposition: form-data; name="x"\r\n\r\nbroken off',
				],
				[400, "multipart/form-data; boundary=a", "garbage"],
				[400, "multipart/form-data; boundary=a", "--a\r\nno headers\r\n\r\nx\r\n--a--\r\n"],
			];
			for (const [status, type, body] of bodies) {
				const { page, data } = await sendBoth(form, body, type);
				expect([type, body, page.status]).toEqual([type, body, status]);
				expect([type, body, data.status]).toEqual([type, body, status]);
				expectClear(page);
				expectClear(data);
			}
			const withoutType = await clientOf(form).send(form.address, {
				method: "POST",
				headers: { Origin: server.url },
				body: encode(form.values),
			});
			expect(withoutType.status).toBe(415);
			expect(dumpDatabase(databaseFile)).toEqual(before);
		});

		test("fields that it doesn't have change nothing but themselves", async () => {
			const strange = [
				"__proto__=x",
				"__proto__[polluted]=x",
				"__proto__.polluted=x",
				"constructor[prototype][polluted]=x",
				"constructor.prototype.polluted=x",
				"a[b]=c&a[0]=d&a.b.c=e&a[=x&]=y&[]=z&=w",
				`${"deep.".repeat(500)}er=x`,
				"list[4294967295]=x&list[99999999]=y",
				Array.from({ length: 900 }, (_, at) => `f${at}=x`).join("&"),
				Array.from({ length: 30_000 }, (_, at) => `f${at}[9999]=x`).join("&"),
				Array.from({ length: 50_000 }, (_, at) => `f${at}=x`).join("&"),
			];
			for (const extra of strange) {
				// Once as it would be accepted, and once so that all of it is shown again.
				const [field = ""] = fields;
				const rest = encodeWith(form.values, field, `${field}=`);
				const answers = [
					...Object.values(await sendBoth(form, `${encode(form.values)}&${extra}`)),
					...Object.values(await sendBoth(form, `${rest}&${extra}`)),
				];
				for (const answer of answers) {
					expect([extra.slice(0, 40), answer.status < 500]).toEqual([extra.slice(0, 40), true]);
					expectNoInsides(answer);
				}
			}
			const health = await createClient(server.url).get("/healthz");
			expect(health.text).toBe('{"status":"ok"}');
		});
	});
}

describe("every form", () => {
	for (const recipe of FORMS) {
		test(`"${recipe.name}" takes no 10 MB, and the connection goes on`, async () => {
			const form = await fillIn(recipe);
			const before = await dumpWhenMailIsSent(databaseFile);
			const send = (size: number, chunked: boolean) =>
				clientOf(form).send(form.address, {
					method: "POST",
					headers: { Origin: server.url, "Content-Type": FORM },
					body: Buffer.concat([Buffer.from(`${encode(form.values)}&x=`), Buffer.alloc(size, "x")]),
					chunked,
				});
			for (const [size, chunked] of [
				[10_000_000, false],
				[10_000_000, true],
				[513 * 1024, true],
				[513 * 1024, false],
			] as const) {
				const answer = await send(size, chunked);
				expect([size, chunked, answer.status]).toEqual([size, chunked, 413]);
				expectClear(answer);
				expect(answer.text).toContain("We take at most 512 kB at a time");
			}
			expect(dumpDatabase(databaseFile)).toEqual(before);
		});
	}

	test("a form that comes in chunks, without its length, is taken as any other", async () => {
		const { cookie } = await createWorld();
		const client = createClient(server.url, { cookie });
		const answer = await client.send("/settings", {
			method: "POST",
			headers: { Origin: server.url, "Content-Type": FORM },
			body: encode({ full_name: "In Chunks", company: "" }),
			chunked: true,
		});
		expect(answer.status).toBe(303);
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
		const elsewhere = FORMS.filter(({ name }) =>
			[
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
			].includes(name),
		);
		expect(elsewhere).toHaveLength(10);
		const huge = { type: "update", payload: { name: "a[99999999]", value: "x" } };
		for (const recipe of elsewhere) {
			const form = await fillIn(recipe);
			const before = await dumpWhenMailIsSent(databaseFile);
			for (const intent of ["value", "{", JSON.stringify(huge)]) {
				const body = encode({ ...form.values, __intent__: intent });
				const { page, data } = await sendBoth(form, body);
				expect([recipe.name, intent, page.status]).toEqual([recipe.name, intent, 400]);
				expect(data.status).toBe(400);
				expectClear(page);
			}
			expect(dumpDatabase(databaseFile)).toEqual(before);
		}
	});

	test("what Conform would take for its memory is passed over", async () => {
		const { cookie } = await createWorld();
		const client = createClient(server.url, { cookie });
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
		for (const recipe of FORMS.filter((form) =>
			[
				"account name",
				"publish document",
				"save document",
				"reply",
				"insert saved reply",
				"pay at the till",
				"cancel at the till",
			].includes(form.name),
		)) {
			const form = await fillIn(recipe);
			const before = await dumpWhenMailIsSent(databaseFile);
			for (const intent of ["no-such-button", "", "__proto__", "toString"]) {
				const { page, data } = await sendBoth(form, encode({ ...form.values, intent }));
				expect([recipe.name, intent, page.status]).toEqual([recipe.name, intent, 400]);
				// The till's pages are no routes of the app, and have no data.
				expect(data.status).toBe(recipe.route === "local" ? 404 : 400);
				expectClear(page);
				expect(page.text).toContain("Unknown button");
			}
			expect(dumpDatabase(databaseFile)).toEqual(before);
		}
	});

	test("no method but GET, HEAD and POST is taken anywhere", async () => {
		const world = await createWorld();
		const client = createClient(server.url, { cookie: world.cookie });
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
		expect(await sendRaw(server.url, "BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n")).toMatch(
			/^HTTP\/1\.1 400/,
		);
		expect(dumpDatabase(databaseFile)).toEqual(before);
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
			const world = await createWorld();
			const client = createClient(server.url, { cookie: world.cookie });
			const content = `# ${"x".repeat(300)}\n\n日本語 العربية 🎉 ${"y".repeat(300)}`;
			const published = await client.post(addressOf("/app/:appId/documents/new", world), {
				title,
				content,
				request_id: crypto.randomUUID(),
			});
			expect(published.status).toBe(303);
			const address = `/${world.user.accountName}/${world.app.app.slug}/${slug}`;
			const page = await createClient(server.url).get(address);
			expect(page.status).toBe(200);
			expect(page.text).toContain("日本語 العربية 🎉");
			expect(page.text).toContain(
				`<h1 dir="auto">${escapeHtml(title).replaceAll(">", "&gt;").replaceAll("'", "&#x27;")}</h1>`,
			);
			const editor = await client.get(published.headers.location as string);
			expect(editor.status).toBe(200);
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

	for (const [appName, sentence] of appNames) {
		test(`an app can't be called ${JSON.stringify(appName.slice(0, 20))}, and is told why`, async () => {
			for (const name of ["create app", "rename app"]) {
				const form = await fillIn(FORMS.find((one) => one.name === name) as (typeof FORMS)[0]);
				const before = await dumpWhenMailIsSent(databaseFile);
				const values = { ...form.values, name: appName };
				const answer = await clientOf(form).post(form.address, values);
				expect(answer.status).toBe(400);
				expect(answer.text).toContain(sentence);
				if (sentence !== UNREADABLE) expectTyped(answer, values);
				expect(dumpDatabase(databaseFile)).toEqual(before);
			}
		});
	}

	for (const accountName of ["日本", "ab", "Dashboard", "smallprint", "a".repeat(41), "!!!"]) {
		test(`an account can't be called ${accountName.slice(0, 20)}, and is told why`, async () => {
			const form = await fillIn(
				FORMS.find((one) => one.name === "account name") as (typeof FORMS)[0],
			);
			const before = await dumpWhenMailIsSent(databaseFile);
			const values = { account_name: accountName };
			const answer = await clientOf(form).post(form.address, values);
			expect(answer.status).toBe(400);
			expectClear(answer);
			expect(answer.text).toContain('class="error-summary"');
			expectTyped(answer, values);
			expect(dumpDatabase(databaseFile)).toEqual(before);
		});
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

	for (const path of paths) {
		test(`${path.slice(0, 60)} is answered without a fault and leads nowhere else`, async () => {
			const world = await createWorld();
			for (const cookie of [undefined, world.cookie]) {
				const raw = await sendRaw(
					server.url,
					`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${cookie ? `Cookie: ${cookie}\r\n` : ""}\r\n`,
				);
				expect(raw).toMatch(/^HTTP\/1\.1 (200|202|204|30[12]|40[0134])/);
				const location = /^location: (.*)$/im.exec(raw)?.[1];
				if (location) expect(new URL(location, server.url).origin).toBe(server.url);
				if (location) expect(location).not.toMatch(/^[/\\]{2}/);
				expectNoInsides({ text: raw } as Answer);
			}
		});
	}

	test("no query, however strange, makes a fault", async () => {
		const world = await createWorld();
		const client = createClient(server.url, { cookie: world.cookie });
		const visitor = createClient(server.url);
		const queries = [
			"?%E0%A4%A",
			"?token=%FF&token=%00",
			"?redirectTo=//evil.example&redirectTo[]=x",
			"?mode[]=sign-up&mode=",
			"?guide=1e99&new-app=1",
			"?guide=-1",
			"?guide=NaN",
			"?with=1e99",
			"?with=-1",
			"?with=1.5",
			"?with=abc",
			"?with=99999999999999999999",
			"?slug=%00&slug=__proto__",
			"?__proto__=x&constructor=y",
			"?index&index",
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
					expect([address, query.slice(0, 50), answer.status < 500]).toEqual([
						address,
						query.slice(0, 50),
						true,
					]);
					expectNoInsides(answer);
					expect(answer.headers.location ?? "/").toMatch(/^\/(?!\/)/);
				}
			}
		}
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("a version that is no number is not found", async () => {
		const world = await createWorld();
		const client = createClient(server.url, { cookie: world.cookie });
		const before = await dumpWhenMailIsSent(databaseFile);
		const versions = addressOf("/app/:appId/documents/:documentId/versions", world);
		for (const revision of [
			"abc",
			"1.5",
			"-1",
			"0",
			"1e99",
			"99999999999999999999",
			"%00",
			"NaN",
		]) {
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
		const world = await createWorld();
		const client = createClient(server.url, { cookie: world.cookie });
		const versions = addressOf("/app/:appId/documents/:documentId/versions", world);
		const answers = await Promise.all(
			Array.from({ length: 8 }, () => client.post(`${versions}/1`)),
		);
		for (const answer of answers) {
			expect(answer.status).toBeOneOf([303, 409, 503]);
			if (answer.status !== 303) expect(answer.text).toMatch(/<h1[^>]*>Version not restored<\/h1>/);
		}
		expect(answers.filter(({ status }) => status === 303).length).toBeGreaterThan(0);
		expect((await client.get(`${versions}/3`)).status).toBe(200);
		expect((await client.get(`${versions}/4`)).status).toBe(404);
	});

	test("a request that is too large for its head is refused, and the server goes on", async () => {
		const client = createClient(server.url);
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
			const client = createClient(server.url, { cookie });
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
		const form = await fillIn(FORMS.find((one) => one.name === "rename app") as (typeof FORMS)[0]);
		const before = await dumpWhenMailIsSent(databaseFile);
		const head = `POST ${form.address} HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nOrigin: ${server.url}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${FORM}\r\nCookie: ${form.world.cookie}\r\n`;
		await new Promise<void>((resolve) => {
			const request = http.request(
				server.url + form.address,
				{
					method: "POST",
					headers: {
						Origin: server.url,
						"Sec-Fetch-Site": "same-origin",
						"Content-Type": FORM,
						"Content-Length": 1000,
						Cookie: form.world.cookie,
					},
				},
				() => {},
			);
			request.once("error", () => resolve());
			request.write("name=Renamed", () => request.destroy());
		});
		for (const framing of [
			"Content-Length: 12\r\nTransfer-Encoding: chunked\r\n\r\nname=Renamed",
			"Content-Length: abc\r\n\r\nname=Renamed",
			"Content-Length: -1\r\n\r\nname=Renamed",
			"Transfer-Encoding: chunked\r\n\r\nzz\r\nname=Renamed\r\n0\r\n\r\n",
		]) {
			expect([framing, (await sendRaw(server.url, head + framing)).slice(0, 12)]).toEqual([
				framing,
				"HTTP/1.1 400",
			]);
		}
		expect((await createClient(server.url).get("/healthz")).status).toBe(200);
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("headers that ask for the impossible are ignored", async () => {
		const world = await createWorld();
		const client = createClient(server.url, { cookie: world.cookie });
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

async function multipart(parts: FormData): Promise<{ body: Buffer; type: string }> {
	const request = new Request("http://localhost", { method: "POST", body: parts });
	return {
		body: Buffer.from(await request.arrayBuffer()),
		type: request.headers.get("Content-Type") as string,
	};
}

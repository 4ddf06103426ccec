/** The buttons that ask other sites (product.md, rule 71). */
import http, { type RequestListener } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dumpDatabase } from "../../kit/dump.ts";
import { createClient } from "../../kit/http/client.ts";
import { readPage } from "../../kit/http/html.ts";
import { type Loopback, listenOnLoopback } from "../../kit/process/loopback.ts";
import { serve } from "../../kit/process/serve.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createUser } from "../../kit/world/user.ts";
import { cookieOf, databaseFile } from "../../kit/world/world.ts";

const server = serve({ OUTSIDE_ALLOW_LOOPBACK: "true" });
const strict = serve();

/** Less than a site is waited for. */
const STATUSES: Record<string, number> = { "/dead": 404, "/wary": 403, "/busy": 429 };
const REDIRECTS: Record<string, string> = {
	"/moved": "/fine",
	"/circle": "/circle",
	"/inside": "http://169.254.169.254/",
};

let loopback: Loopback;
/** The other site's address, by a name that may be asked here. */
let site: string;
let asked: string[];
let answer: RequestListener;

beforeAll(async () => {
	const other = http.createServer((request, response) => {
		asked.push(`${request.method} ${request.url}`);
		answer(request, response);
	});
	loopback = await listenOnLoopback(other);
	site = loopback.url.replace("127.0.0.1", "site.localhost");
});

afterAll(() => loopback.stop());

beforeEach(() => {
	asked = [];
	answer = (_request, response) => response.end("Hello.");
});

async function own(content: string) {
	const user = await createUser();
	const app = await createApp(user, "Notes");
	const document = await createDocument(app, { content });
	const cookie = await cookieOf(user);
	const links = `/app/${app.appId}/kit/links?document=${document.id}`;
	const on = (at: { readonly url: string }) => {
		const client = createClient(at, { cookie });
		const press = () => client.post(links, { document: document.id });
		return { ...client, press };
	};
	return { user, app, document, links, cookie, on };
}

/** What a page says of each address that was asked. */
function outcomesIn(html: string): string[] {
	const items = html.match(/<li>(?:(?!<li>).)*class="badge".*?<\/li>/gs) ?? [];
	return items.map((item) => readPage(`<body>${item}</body>`).text);
}

describe("the links of a document", () => {
	test("are shown before anything is asked, without those to the own site", async () => {
		const { links, on } = await own(
			`[one](${site}/one), [one again](${site}/one#part), [home](/), [top](#top), [write](mailto:a@example.com), [two](https://two.example/)`,
		);
		const list = await on(server).get(links.split("?")[0] ?? "");
		expect(list.text).toContain(`href="${links}"`);
		const page = await on(server).get(links);
		expect(readPage(page.text).text).toContain("The public text has 2 links to other sites.");
		expect(page.text).toContain(`href="${site}/one"`);
		expect(page.text).toContain("Ask the sites");
		expect(asked).toEqual([]);
	});

	test("are asked by a press, which says what became of each and stores nothing of it", async () => {
		answer = ({ url, method }, response) => {
			const location = REDIRECTS[url ?? ""];
			const status = method === "HEAD" && url === "/no-head" ? 405 : STATUSES[url ?? ""];
			if (location) response.writeHead(302, { Location: location }).end();
			else response.writeHead(status ?? 200).end();
		};
		const paths = ["fine", "dead", "wary", "busy", "moved", "circle", "inside", "no-head"];
		const elsewhere = [
			"http://127.0.0.1/",
			"http://0x7f.1/",
			"http://[::1]/",
			"http://localhost:1/",
		];
		const all = [...paths.map((path) => `${site}/${path}`), ...elsewhere];
		const { on } = await own(all.map((link) => `<${link}>`).join("\n\n"));
		const client = on(server);
		await client.press();
		asked = [];
		const before = dumpDatabase(databaseFile);
		const page = await client.press();
		expect(page.status).toBe(200);
		expect(outcomesIn(page.text)).toEqual([
			`${site}/dead Problem Nothing is there (404).`,
			`${site}/inside Problem No public site has this address.`,
			"http://127.0.0.1/ Problem No public site has this address.",
			"http://[::1]/ Problem No public site has this address.",
			"http://localhost:1/ Problem Nothing answers at this address.",
			expect.stringMatching(/wary Unsure The site turned the check away \(403\)/),
			expect.stringMatching(/busy Unsure The site turned the check away \(429\)/),
			expect.stringMatching(/circle Unsure It redirects more than three times, or nowhere \(302\)/),
			`${site}/fine Fine It answers (200).`,
			`${site}/moved Fine It answers (200). The address that answered: ${site}/fine`,
			`${site}/no-head Fine It answers (200).`,
		]);
		expect(readPage(page.text).text).toContain("5 problems, 3 unsure, 3 fine");
		expect(asked.filter((line) => line.endsWith("/no-head"))).toEqual([
			"HEAD /no-head",
			"GET /no-head",
		]);
		expect(asked.filter((line) => line.endsWith("/circle"))).toHaveLength(4);
		expect(asked.filter((line) => /busy|fine/.test(line)).toSorted()).toEqual([
			"HEAD /busy",
			"HEAD /fine",
			"HEAD /fine",
		]);
		const { RateLimit: _, ...rest } = dumpDatabase(databaseFile);
		expect(rest).toEqual({ ...before, RateLimit: undefined });
	});

	test("are the first 20 of many, each once", async () => {
		const { links, on } = await own(
			Array.from({ length: 25 }, (_, n) => `<${site}/${n}>`).join("\n\n"),
		);
		const seen = await on(server).get(links);
		expect(readPage(seen.text).text).toContain("25 links to other sites. The first 20 are asked.");
		const page = await on(server).press();
		expect(outcomesIn(page.text)).toHaveLength(20);
		expect(asked.toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => `HEAD /${n}`).toSorted());
	});

	test("on this machine are refused unless that is allowed", async () => {
		const { on } = await own(`<${site}/one>`);
		expect(outcomesIn((await on(strict).press()).text)).toEqual([
			`${site}/one Problem No public site has this address.`,
		]);
		expect(asked).toEqual([]);
	});

	test("of a text without any say so, and have no button", async () => {
		const { links, on } = await own("We collect nothing.");
		const page = await on(server).get(links);
		expect(page.text).toContain("The public text links to no other site.");
		expect(page.text).not.toContain("Ask the sites");
		expect(outcomesIn((await on(server).press()).text)).toEqual([]);
	});

	test("of a document that isn't the app's are neither shown nor asked", async () => {
		const mine = await own("Nothing.");
		const theirs = await own(`<${site}/secret>`);
		for (const document of [theirs.document.id, "made-up", ""]) {
			const client = mine.on(server);
			const path = `/app/${mine.app.appId}/kit/links?document=${document}`;
			for (const page of [await client.get(path), await client.post(path, { document })]) {
				expect(page.text).not.toContain("/secret");
				expect(page.status).toBeOneOf([302, 303, 400]);
			}
		}
		expect(asked).toEqual([]);
	});

	test("are asked 20 times an hour, and then the page says when it goes on", async () => {
		const { on, links } = await own(`<${site}/one>`);
		const client = on(server);
		for (let n = 0; n < 20; n += 1) expect((await client.press()).status).toBe(200);
		asked = [];
		const refused = await client.press();
		expect([refused.status, Number(refused.headers["retry-after"])]).toEqual([
			429,
			expect.toSatisfy((seconds: number) => seconds > 3_000 && seconds <= 3_600),
		]);
		expect(refused.text).toContain("You have checked 20 times within the hour.");
		expect(asked).toEqual([]);
		expect((await client.get(links)).status).toBe(200);
	});

	test("of slow sites make nobody else wait, and are let go when the browser leaves", async () => {
		let isLetGo = false;
		answer = (request) => {
			request.on("close", () => {
				isLetGo = true;
			});
		};
		const { document, links, cookie, on } = await own(`<${site}/slow>`);
		const leaving = new AbortController();
		const pressed = fetch(server.url + links, {
			method: "POST",
			headers: { Cookie: cookie, Origin: server.url, "Sec-Fetch-Site": "same-origin" },
			body: new URLSearchParams({ document: document.id }),
			signal: leaving.signal,
		});
		const left = expect(pressed).rejects.toThrow("aborted");
		await expect.poll(() => asked.length).toBe(1);
		const client = on(server);
		for (const page of ["/dashboard", document.path, "/healthz"]) {
			expect((await client.get(page)).status).toBe(200);
		}
		const saved = await client.post("/settings", { full_name: "Ada", company: "" });
		expect([saved.status, isLetGo]).toEqual([303, false]);
		leaving.abort();
		await left;
		await expect.poll(() => isLetGo).toBe(true);
	});
});

test("in local mode, whether the pages can be reached is not told, and nothing is asked", async () => {
	const { app, on } = await own("Nothing.");
	const path = `/app/${app.appId}/kit/reachable`;
	const client = on(server);
	for (const page of [await client.get(path), await client.post(path)]) {
		expect(page.status).toBe(200);
		expect(page.text).toContain("This cannot be told here: in local mode");
		expect(page.text).not.toContain("Ask the pages");
	}
});

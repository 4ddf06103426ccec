import zlib from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { FAQ } from "#app/marketing/faq.ts";
import { dumpDatabase } from "../../kit/dump.ts";
import { type Answer, createClient } from "../../kit/http/client.ts";
import { demoFormValues } from "../../kit/http/forms.ts";
import { decode, plain } from "../../kit/http/html.ts";
import { serve } from "../../kit/process/serve.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createUser } from "../../kit/world/user.ts";
import { cookieOf, databaseFile } from "../../kit/world/world.ts";

const MAX_BYTES = 20_000;

/** Every page of the front of the house, with its title; specification.test.ts has their headings. */
const PAGES: Record<string, string> = {
	"/": "Smallprint: your app's privacy policy at an address that never breaks",
	"/pricing": "Pricing · Smallprint",
	"/help": "Help · Smallprint",
	"/getting-started": "Getting started · Smallprint",
	"/support": "Contact Support · Smallprint",
	"/demo-privacy": "Privacy Policy: an example · Smallprint",
	"/demo-terms": "Terms of Service: an example · Smallprint",
	"/demo-eula": "End User Licence Agreement: an example · Smallprint",
	"/demo-form": "Support form: an example · Smallprint",
};

const SAMPLES = ["/demo-privacy", "/demo-terms", "/demo-eula"];

const server = serve();
const visitor = createClient(server);

async function signIn(traits: Parameters<typeof createUser>[0] = {}) {
	const user = await createUser(traits);
	return { user, client: createClient(server.url, { cookie: await cookieOf(user) }) };
}

for (const [path, title] of Object.entries(PAGES)) {
	describe(path, () => {
		let answer: Answer;
		let text: string;

		beforeAll(async () => {
			answer = await visitor.get(path);
			text = decode(answer.text);
		});

		test("has its title, a description and its address", () => {
			expect(answer.status).toBe(200);
			expect(text.match(/<title>.*?<\/title>/g)).toEqual([`<title>${title}</title>`]);
			expect(text).toMatch(/<meta name="description" content=".{40,160}"\/>/);
			const canonical = `rel="canonical" href="${server.url}${path}"`;
			expect(text.match(/rel="canonical" href="[^"]*"/g)).toEqual([canonical]);
		});

		test("ships no script, and asks for nothing but its stylesheet and icons", () => {
			const scripts = path === "/help" ? ['<script src="/help.js" defer=""></script>'] : [];
			expect(answer.text.match(/<script.*?<\/script>/g) ?? []).toEqual(scripts);
			expect(answer.text).not.toContain('rel="modulepreload"');
			const requests = [...answer.text.matchAll(/<(?:img|link|iframe|source)[^>]*>/g)]
				.map(([tag]) => tag)
				.filter((tag) => !/rel="(canonical|icon|apple-touch-icon|manifest)"/.test(tag));
			const stylesheet = expect.stringMatching(/rel="stylesheet" href="\/assets\/app-/);
			expect(requests).toEqual(path.startsWith("/demo-") ? [] : [stylesheet]);
		});

		test("travels in at most 20 kB, its stylesheet included", async () => {
			const [, stylesheet] = /href="(\/assets\/app-[^"]*\.css)"/.exec(answer.text) ?? [];
			const style = stylesheet ? (await visitor.get(stylesheet)).bytes : Buffer.alloc(0);
			const size = zlib.gzipSync(answer.bytes).length + zlib.gzipSync(style).length;
			expect(size).toBeLessThanOrEqual(MAX_BYTES);
		});

		test("uses none of the phrases that say nothing", () => {
			const phrases = /seamless|effortless|powerful|robust|cutting-edge|unlock the/i;
			expect(plain(text)).not.toMatch(phrases);
		});

		test("links to nothing that is missing here", async () => {
			const links = answer.text.matchAll(/<a [^>]*href="(\/[^"#]*)/g);
			for (const link of new Set([...links].map(([, to = ""]) => to))) {
				expect((await visitor.get(link)).status, link).toBeOneOf([200, 401]);
			}
		});
	});
}

describe("a shared link", () => {
	for (const path of ["/", "/pricing", "/help", "/getting-started", "/demo-privacy"]) {
		test(`to ${path} becomes a card with a title, a description and a picture`, async () => {
			const { text } = await visitor.get(path);
			expect(text).toContain('<meta property="og:type" content="website"/>');
			expect(text).toContain(`<meta property="og:url" content="${server.url}${path}"/>`);
			expect(text).toContain('<meta name="twitter:card" content="summary_large_image"/>');
		});
	}

	test("has a picture of the size that it says", async () => {
		const { text } = await visitor.get("/");
		const [, picture = ""] = /property="og:image" content="([^"]*)"/.exec(text) ?? [];
		expect(picture).toBe(`${server.url}/social.png`);
		const { bytes, headers } = await visitor.get("/social.png");
		expect(headers["content-type"]).toBe("image/png");
		expect(bytes.length).toBeLessThan(100_000);
		expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
	});
});

describe("the navigation", () => {
	test("offers visitors Pricing, Sign In and Get Started, and the logo leads home", async () => {
		const { text } = await visitor.get("/help");
		expect(linksIn(text, "header")).toEqual([
			["/", "Smallprint"],
			["/pricing", "Pricing"],
			["/auth", "Sign In"],
			["/auth?mode=sign-up", "Get Started"],
		]);
	});

	test("offers owners Dashboard, Settings and Sign Out, and the logo leads to the dashboard", async () => {
		const { client } = await signIn();
		const { text } = await client.get("/help");
		expect(linksIn(text, "header")).toEqual([
			["/dashboard", "Smallprint"],
			["/dashboard", "Dashboard"],
			["/settings", "Settings"],
		]);
		expect(linksIn(text, "footer")[0]).toEqual(["/dashboard", "Smallprint"]);
		expect(text).toMatch(/<form action="\/auth\/sign-out" method="post">.*Sign Out/);
	});

	test("names product and legal pages in the footer", async () => {
		const { text } = await visitor.get("/");
		expect(linksIn(text, "footer").slice(1)).toEqual([
			["/demo-privacy", "Demo"],
			["/pricing", "Pricing"],
			["/auth?mode=sign-up", "Get Started"],
			["/help", "Help"],
			["/demo-privacy", "Privacy Policy"],
			["/demo-terms", "Terms of Service"],
			["/support", "Support"],
		]);
	});
});

describe("help", () => {
	test("shows all ten questions folded, and every way on", async () => {
		const { text } = await visitor.get("/help");
		expect(text.match(/<details>/g)).toHaveLength(FAQ.length);
		expect(text).not.toContain("<details open");
		for (const href of ["/getting-started", "/support", "https://commonmark.org/help/"]) {
			expect(text).toContain(`href="${href}"`);
		}
		expect(text).toContain('href="https://app-privacy-policy-generator.firebaseapp.com/"');
		expect(text).toContain('href="https://developer.apple.com/app-store/review/guidelines/"');
		expect(text).toContain("Back to the home page");
	});

	test("opens what a search finds, marks it, and says how many there are", async () => {
		const text = decode((await visitor.get("/help?q=+MARKDOWN%20")).text);
		expect(text).toMatch(/<div role="status"><p>3 answers for "MARKDOWN"\./);
		expect(text).toContain('<title>3 answers for "MARKDOWN" · Help · Smallprint</title>');
		expect(text.match(/<details open/g)).toHaveLength(3);
		expect(text).toContain("<mark>Markdown</mark>");
		expect(text).toContain('value="MARKDOWN"');
		expect(text).toContain('<a href="/help">Clear Search</a>');
	});

	test("takes a search for what it is, text", async () => {
		const script = encodeURIComponent('<script>alert(1)</script>"');
		const { status, text } = await visitor.get(`/help?q=${script}`);
		expect(status).toBe(200);
		expect(text).not.toContain("<script");
		expect(text).toContain("&lt;script&gt;");
		expect((await visitor.get(`/help?q=${"a".repeat(5_000)}`)).status).toBe(200);
		expect((await visitor.get("/help?q=mail&q=zebra")).text).toContain("<mark>");
	});
});

describe("getting started", () => {
	test("has six steps and a plain checklist for visitors", async () => {
		const { text } = await visitor.get("/getting-started");
		const [steps = ""] = /<ol class="steps.*?<\/ol>/s.exec(text) ?? [];
		expect(textsOf(steps, /<h2>(.*?)<\/h2>/g)).toEqual([
			"Set your account name",
			"Create an app",
			"Add a document",
			"Share its public address",
			"Add a support form Pro",
			"Put the links into the app store",
		]);
		expect(text).not.toContain("Done: ");
		expect(text).not.toContain("To do: ");
	});

	test("shows owners what they have done, and leads to what is next", async () => {
		const { user, client } = await signIn({ accountName: null });
		const before = (await client.get("/getting-started")).text;
		expect(checksIn(before)).toEqual(["To do", "To do", "To do", "To do"]);
		const { user: owner, client: ownersClient } = await signIn();
		const app = await createApp(owner);
		await createDocument(app);
		const text = decode((await ownersClient.get("/getting-started")).text);
		expect(checksIn(text)).toEqual(["Done", "Done", "Done", "To do"]);
		expect(text).toContain(`href="/app/${app.appId}/documents/new"`);
		expect(text).toContain(`/${owner.accountName}/pocket-garden/privacy-policy`);
		expect(before).not.toContain(user.userId);
	});
});

test.each(SAMPLES)(
	"the sample at %s is a whole document, dated, with contents, and says that it is a sample",
	async (path) => {
		const { text } = await visitor.get(path);
		const [, prose = ""] = /<div class="prose"[^>]*>(.*)<\/div><\/main>/s.exec(text) ?? [];
		expect(plain(prose).split(/\s+/).length).toBeGreaterThan(900);
		expect(text).toMatch(/Last updated <time dateTime="2026-/);
		expect(text).toContain('<nav class="contents"');
		expect(text).toContain("This is a sample: Pocket Garden is made up.");
		const ids = textsOf(text, / id="([^"]*)"/g);
		const inPage = textsOf(text, /href="#([^"]*)"/g);
		expect(inPage.length).toBeGreaterThan(5);
		expect(ids).toEqual(expect.arrayContaining(inPage));
	},
);

describe("the demo form", () => {
	test("is answered with thanks, and stores and sends nothing", async () => {
		const before = dumpDatabase(databaseFile);
		const answer = await visitor.post("/demo-form?category=bug", demoFormValues());
		expect([answer.status, answer.headers.location]).toEqual([303, "/demo-form?sent"]);
		const thanks = await visitor.get("/demo-form?sent");
		expect(thanks.status).toBe(200);
		expect(thanks.text).toContain("<h1>Thank You!</h1>");
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("says what is missing in the words of every form, and keeps what was typed", async () => {
		const answer = await visitor.post("/demo-form", {
			"field-name": "Ada <b>",
			"field-email": "nobody",
			"field-category": "Bug",
		});
		expect(answer.status).toBe(400);
		expect(answer.headers["cache-control"]).toBe("no-store");
		expect(answer.text).toContain("<title>Error: Support form: an example · Smallprint</title>");
		const invalid = "Please enter a valid email address";
		for (const fault of [invalid, "Subject is required", "Message is required"]) {
			expect(answer.text.split(`>${fault}<`)).toHaveLength(3);
		}
		expect(answer.text).not.toContain("Name is required");
		expect(answer.text).toContain('value="Ada &lt;b&gt;"');
		expect(answer.text).toContain('value="nobody"');
		expect(answer.text).toContain('<option selected="">Bug</option>');
	});

	test("takes only its own categories, and asks for each field that is left empty", async () => {
		const values = { ...demoFormValues(), "field-category": "Anything" };
		const odd = await visitor.post("/demo-form", values);
		expect(odd.status).toBe(400);
		expect(odd.text).toContain("Please choose one of the options.");
		const empty = await visitor.post("/demo-form", {});
		for (const label of ["Name", "Email", "Category", "Subject", "Message"]) {
			expect(empty.text).toContain(`${label} is required`);
		}
	});

	test("begins with the category that the link named, where there is such a one", async () => {
		for (const [category, selected] of [
			["bug", "Bug"],
			["FEATURE", "Feature"],
			["account", "Account"],
			["billing", "Billing"],
			["other", "Other"],
		]) {
			const { text } = await visitor.get(`/demo-form?category=${category}`);
			expect(text).toContain(`<option selected="">${selected}</option>`);
		}
		expect((await visitor.get("/demo-form?category=x")).text).not.toContain('<option selected="">');
	});
});

describe("a path that nothing answers", () => {
	test("gets a page with ways home and to help, and leaves its path in the log alone", async () => {
		const before = dumpDatabase(databaseFile);
		for (const path of ["/nothing", "/no/such/page/here", "/help/me/please/now"]) {
			const answer = await visitor.get(path);
			expect(answer.status).toBe(404);
			expect(answer.text).toContain("<title>Page not found · Smallprint</title>");
			expect(answer.text).toMatch(/<a[^>]*href="\/"[^>]*>Go to the home page<\/a>/);
			expect(answer.text).toMatch(/<a[^>]*href="\/help"[^>]*>Go to help<\/a>/);
			await expect.poll(() => server.log.join("\n")).toContain(`"path":"${path}"`);
		}
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});
});

/** What a pattern's first group matches, as text. */
function textsOf(html: string, pattern: RegExp): string[] {
	return [...html.matchAll(pattern)].map(([, inner = ""]) => plain(inner).trim());
}

function checksIn(html: string): string[] {
	return textsOf(html, /<span class="visually-hidden">(Done|To do): <\/span>/g);
}

/** The links of one part of a page, as address and text. */
function linksIn(html: string, part: "header" | "footer"): string[][] {
	const [inner = ""] =
		new RegExp(`<${part} class="site-${part}".*?</${part}>`, "s").exec(html) ?? [];
	const links = inner.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g);
	return [...links].map(([, ...link]) => link);
}

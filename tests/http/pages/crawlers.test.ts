import { beforeAll, describe, expect, test } from "vitest";
import { DAY_MS } from "#app/platform/time.ts";
import { createClient } from "../../kit/http/client.ts";
import { builtRoutes } from "../../kit/http/routes.ts";
import { HOSTED_ENV } from "../../kit/process/hosted.ts";
import { serve } from "../../kit/process/serve.ts";
import { createWorld, LOCAL_PATTERNS, type World } from "../../kit/world/world.ts";

const own = HOSTED_ENV.APP_URL;

const crawler = createClient(serve(HOSTED_ENV));
let world: World;

beforeAll(async () => {
	world = await createWorld();
});

async function read(path: string): Promise<string> {
	const { status, text } = await crawler.get(path);
	expect([path, status]).toEqual([path, 200]);
	return text;
}

function locationsIn(xml: string): string[] {
	return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url ?? "");
}

/** Every address in every sitemap that the index names. */
async function listed(): Promise<string[]> {
	const parts = locationsIn(await read("/sitemap.xml"));
	const lists = await Promise.all(parts.map((part) => read(part.replace(own, ""))));
	return lists.flatMap(locationsIn);
}

describe("robots.txt", () => {
	let rules: { allow: boolean; pattern: string }[];
	let text: string;

	beforeAll(async () => {
		text = await read("/robots.txt");
		rules = [...text.matchAll(/^(Allow|Disallow): (.*)$/gm)].map(([, verb, pattern]) => ({
			allow: verb === "Allow",
			pattern: pattern ?? "",
		}));
	});

	/** RFC 9309: the longest pattern that matches decides. */
	function mayRead(path: string): boolean {
		const matching = rules.filter(({ pattern }) => {
			const source = pattern.replace(/[.?+^()[\]{}|\\]/g, "\\$&").replaceAll("*", ".*");
			return new RegExp(`^${source}`).test(path);
		});
		matching.sort((one, other) => other.pattern.length - one.pattern.length);
		return matching[0]?.allow ?? true;
	}

	test("names the sitemap at APP_URL", () => {
		expect(text).toContain(`\nSitemap: ${own}/sitemap.xml\n`);
		expect(text).toMatch(/^User-agent: \*\n/);
	});

	test("opens what is public, also where a name begins as a private page's does", async () => {
		const { document, form, user, app } = world;
		for (const path of [
			...(await listed()).map((url) => url.replace(own, "")),
			document.path,
			form.path,
			`/${user.accountName}/${app.app.slug}`,
			"/robots.txt",
			"/favicon.svg",
			"/assets/app.css",
			"/appworks/garden",
			"/admin-tools/x/y",
			"/settings-app/a/b",
		]) {
			expect([path, mayRead(path)]).toEqual([path, true]);
		}
	});

	test("closes every page of the owner area, of accounts and of conversations", () => {
		const closed = /^(?:apps\/routes\/owner\/owner-layout|accounts|admin|conversations)\b/;
		const patterns = builtRoutes()
			.filter(({ layouts }) => closed.test(layouts[0] ?? ""))
			.map(({ pattern }) => pattern)
			.concat(LOCAL_PATTERNS);
		expect(patterns.length).toBeGreaterThan(40);
		for (const pattern of [...patterns, "/verify-submission?id=1", "/extend-session?id=1"]) {
			const path = pattern.replace(/:\w+/g, "acme");
			expect([path, mayRead(path)]).toEqual([path, false]);
		}
	});
});

describe("the sitemap", () => {
	test("leads to pages that are there, each at its canonical address", async () => {
		const urls = await listed();
		expect(new Set(urls).size).toBe(urls.length);
		for (const url of urls) {
			expect(url.startsWith(`${own}/`)).toBe(true);
			const { status, text } = await crawler.get(url.replace(own, ""));
			expect([url, status]).toEqual([url, 200]);
			expect(text).toContain(`<link rel="canonical" href="${url}"/>`);
		}
	});

	test("lists pages, hubs and documents, with the day of the last change", async () => {
		const urls = await listed();
		const { document, user, app } = world;
		expect(urls).toContain(`${own}/pricing`);
		expect(urls).toContain(`${own}/${user.accountName}/${app.app.slug}`);
		expect(urls).toContain(own + document.path);
		expect(await read("/sitemap-documents.xml")).toMatch(
			new RegExp(`<loc>${own}${document.path}</loc><lastmod>20[^<]*Z</lastmod>`),
		);
	});

	test("lists every page of the site's own that anybody may read", async () => {
		const patterns = builtRoutes()
			.filter(
				({ layouts, pattern }) =>
					// A report is about another page.
					(layouts.includes("marketing/routes/layout") && pattern !== "/report") ||
					pattern.startsWith("/demo-"),
			)
			.map(({ pattern }) => own + pattern);
		expect(patterns).toContain(`${own}/pricing`);
		expect(await listed()).toEqual(expect.arrayContaining(patterns));
	});

	test("is XML, and goes on where the index says, whatever else is asked", async () => {
		const { headers } = await crawler.get("/sitemap.xml");
		expect(headers["content-type"]).toBe("application/xml; charset=utf-8");
		for (const after of ["zzzz", "'", "%00", "<loc>", "a".repeat(3_000)]) {
			const text = await read(`/sitemap-documents.xml?after=${encodeURIComponent(after)}`);
			expect(text).toMatch(/^<\?xml [^>]*>\n<urlset [^>]*>\n(<url>.*<\/url>\n)*<\/urlset>\n$/);
		}
		const { document } = world;
		expect(await read(`/sitemap-documents.xml?after=${document.id}`)).not.toContain(document.path);
	});
});

describe("security.txt", () => {
	test("says whom to write to, and for how long that holds", async () => {
		const { headers, text } = await crawler.get("/.well-known/security.txt");
		expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
		expect(text).toMatch(/^Contact: mailto:support@smallprint\.example$/m);
		expect(text).toMatch(/^Preferred-Languages: en$/m);
		expect(text).toContain(`\nCanonical: ${own}/.well-known/security.txt\n`);
		const [, expires = ""] = /^Expires: (\S+)$/m.exec(text) ?? [];
		const days = (Date.parse(expires) - Date.now()) / DAY_MS;
		expect(days).toBeGreaterThan(100);
		expect(days).toBeLessThan(365);
	});
});

describe("icons and the manifest", () => {
	test("are there in the sizes that they say", async () => {
		const manifest = JSON.parse(await read("/manifest.webmanifest")) as {
			start_url: string;
			icons: { src: string; sizes: string; type: string }[];
		};
		expect(manifest.start_url).toBe("/dashboard");
		for (const { src, sizes, type } of manifest.icons) {
			const { status, headers, bytes } = await crawler.get(src);
			expect([src, status]).toEqual([src, 200]);
			expect(headers["content-type"]?.split(";")[0]).toBe(type);
			if (type !== "image/png") continue;
			expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
		}
		const { text } = await crawler.get("/");
		const links = text.matchAll(/<link rel="(?:[a-z-]*icon|manifest)" href="([^"]*)"/g);
		for (const [, href = ""] of links) {
			expect([href, (await crawler.get(href)).status]).toEqual([href, 200]);
		}
		// Browsers ask for it by themselves where a page names no icon, as a public document.
		const { bytes } = await crawler.get("/favicon.ico");
		expect(bytes.subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
	});

	test("come with a colour for both schemes", async () => {
		for (const path of ["/", world.document.path]) {
			const { text } = await crawler.get(path);
			for (const [scheme, colour] of Object.entries({ light: "#fdfcf9", dark: "#11161f" })) {
				const media = `(prefers-color-scheme: ${scheme})`;
				expect(text).toContain(`<meta name="theme-color" media="${media}" content="${colour}"/>`);
			}
		}
	});
});

/**
 * `npm run bench:lighthouse`: runs Lighthouse on the pages that visitors see, with its simulated
 * phone and slow line. `-- --write` renews docs/performance.md.
 */
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { debianChromium } from "../../scripts/browser.ts";
import { readDocument } from "../corpus/documents.ts";
import { freePort, startServer } from "../kit/process/server.ts";
import { Rehearsal } from "../kit/rehearsal.ts";

const ASKED = { performance: 99, accessibility: 100, "best-practices": 100, seo: 100 };
const CATEGORIES = Object.keys(ASKED) as (keyof typeof ASKED)[];

const rehearsal = new Rehearsal({});
const site = await rehearsal.openSite();
const { createUser } = await import("../kit/world/user.ts");
const { createApp } = await import("../kit/world/app.ts");
const { createDocument } = await import("../kit/world/document.ts");
const { createForm } = await import("../kit/world/form.ts");

const app = await createApp(await createUser({ plan: "pro" }), "Pocket Garden");
const { source } = readDocument("github-privacy-statement");
const document = await createDocument(app, { content: source });
const form = await createForm(app, { title: "Contact" });

const server = await startServer(site.file, site.env);
const port = await freePort();
const browser = await chromium.launch({
	executablePath: debianChromium(),
	args: ["--no-sandbox", `--remote-debugging-port=${port}`],
});

for (const [name, address] of [
	["landing", "/"],
	["pricing", "/pricing"],
	["help", "/help"],
	["a document", document.path],
	["a form", form.path],
] as const) {
	const result = await lighthouse(server.url + address, { port, onlyCategories: CATEGORIES });
	if (!result) throw new Error(`Lighthouse did not look at ${name}`);
	const { categories, audits } = result.lhr;
	const scores = CATEGORIES.map((id) => Math.round((categories[id]?.score ?? 0) * 100));
	const isMet = CATEGORIES.every((id, at) => (scores[at] ?? 0) >= ASKED[id]);
	const asked = Object.values(ASKED).join(", ");
	rehearsal.tell("npm run bench:lighthouse", [
		{ what: name, asked, seen: scores.join(", "), isMet },
	]);
	if (isMet) continue;
	for (const { id: audit, weight } of CATEGORIES.flatMap((id) => categories[id]?.auditRefs ?? [])) {
		const { score, title, displayValue = "" } = audits[audit] ?? {};
		if (weight > 0 && typeof score === "number" && score < 1) {
			process.stdout.write(`  ${title} ${displayValue}\n`);
		}
	}
}

await browser.close();
await server.stop();
await site.postmark.stop();
rehearsal.end();

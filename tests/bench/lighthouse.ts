/**
 * `npm run bench:lighthouse`: runs Lighthouse on the pages that visitors see, with its simulated
 * phone and slow line. Exits with 1 when a page falls short.
 */
import fs from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { debianChromium } from "../../scripts/browser.ts";
import { freePort, startServer } from "../kit/process/server.ts";
import { openDatabase } from "./pages.ts";

const ASKED = { performance: 99, accessibility: 100, "best-practices": 100, seo: 100 };
const CATEGORIES = Object.keys(ASKED) as (keyof typeof ASKED)[];

const { file, remove } = await openDatabase();
const { createUser } = await import("../kit/world/user.ts");
const { createApp } = await import("../kit/world/app.ts");
const { createDocument } = await import("../kit/world/document.ts");
const { createForm } = await import("../kit/world/form.ts");

const app = await createApp(await createUser({ plan: "pro" }), "Pocket Garden");
const policy = path.join(import.meta.dirname, "../fixtures/policies/privacy-statement.md");
const document = await createDocument(app, { content: fs.readFileSync(policy, "utf8") });
const form = await createForm(app, { title: "Contact" });

const server = await startServer(file);
const port = await freePort();
const browser = await chromium.launch({
	executablePath: debianChromium(),
	args: ["--no-sandbox", `--remote-debugging-port=${port}`],
});

process.stdout.write(`${["page", ...CATEGORIES].join(" | ")}\n`);
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
	process.stdout.write(`${[name, ...scores].join(" | ")}\n`);
	for (const [at, id] of CATEGORIES.entries()) {
		if ((scores[at] ?? 0) >= ASKED[id]) continue;
		process.exitCode = 1;
		for (const { id: audit, weight } of categories[id]?.auditRefs ?? []) {
			const { score, title, displayValue = "" } = audits[audit] ?? {};
			if (weight > 0 && typeof score === "number" && score < 1) {
				process.stdout.write(`  ${id}: ${title} ${displayValue}\n`);
			}
		}
	}
}

await browser.close();
await server.stop();
remove();

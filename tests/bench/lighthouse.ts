/**
 * `npm run bench:lighthouse`: runs Lighthouse on the pages that visitors see, and on an owner's
 * dashboard and a conversation, with its simulated phone and slow line. `-- --write` renews docs/performance.md.
 */
import { chromium } from "@playwright/test";
import lighthouse, { type Flags } from "lighthouse";
import { debianChromium } from "../../scripts/browser.ts";
import { readDocument } from "../corpus/documents.ts";
import { freePort, startServer } from "../kit/process/server.ts";
import { Rehearsal } from "../kit/rehearsal.ts";

type Asked = Partial<Record<"performance" | "accessibility" | "best-practices" | "seo", number>>;

const PUBLIC: Asked = { performance: 99, accessibility: 100, "best-practices": 100, seo: 100 };
/** Pages with scripts, which no search engine sees. */
const PRIVATE: Asked = { performance: 90, accessibility: 100, "best-practices": 100 };

/** Lighthouse loses the trace of about one page in ten ("NO_NAVSTART"). */
const ATTEMPTS = 3;

const rehearsal = new Rehearsal({});
const site = await rehearsal.openSite();
const { createUser } = await import("../kit/world/user.ts");
const { createApp } = await import("../kit/world/app.ts");
const { createDocument } = await import("../kit/world/document.ts");
const { createForm } = await import("../kit/world/form.ts");
const { createSubmission } = await import("../kit/world/submission.ts");
const { cookieOf } = await import("../kit/world/world.ts");

const user = await createUser({ plan: "pro" });
const app = await createApp(user, "Pocket Garden");
const { source } = readDocument("github-privacy-statement");
const document = await createDocument(app, { content: source });
const form = await createForm(app, { title: "Contact" });
const submission = await createSubmission(form);
const owner = await cookieOf(user);

const server = await startServer(site.file, site.env);
const port = await freePort();
const browser = await chromium.launch({
	executablePath: debianChromium(),
	args: ["--no-sandbox", `--remote-debugging-port=${port}`],
});

const pages: [name: string, address: string, asked: Asked, Cookie?: string][] = [
	["landing", "/", PUBLIC],
	["pricing", "/pricing", PUBLIC],
	["help", "/help", PUBLIC],
	["a document", document.path, PUBLIC],
	["a form", form.path, PUBLIC],
	["a visitor's conversation", `/conversation/${submission.token}`, PRIVATE],
	["an owner's conversation", `/admin/conversation/${submission.id}`, PRIVATE, owner],
	["the dashboard", "/dashboard", PRIVATE, owner],
];
for (const [name, address, asked, Cookie] of pages) {
	const onlyCategories = Object.keys(asked) as (keyof Asked)[];
	const extraHeaders = Cookie ? { Cookie } : undefined;
	const { categories, audits } = await look(address, { port, onlyCategories, extraHeaders });
	const scores = onlyCategories.map((id) => Math.round((categories[id]?.score ?? 0) * 100));
	const isMet = onlyCategories.every((id, at) => (scores[at] ?? 0) >= (asked[id] ?? 0));
	const row = {
		what: name,
		asked: Object.values(asked).join(", "),
		seen: scores.join(", "),
		isMet,
	};
	rehearsal.tell("npm run bench:lighthouse", [row]);
	if (isMet) continue;
	for (const { id: audit, weight } of onlyCategories.flatMap(
		(id) => categories[id]?.auditRefs ?? [],
	)) {
		const { score, title, displayValue = "" } = audits[audit] ?? {};
		if (weight > 0 && typeof score === "number" && score < 1) {
			process.stdout.write(`  ${title} ${displayValue}\n`);
		}
	}
}

/** Looks at a page again where Lighthouse could not measure it, and says why it could not. */
async function look(address: string, flags: Flags) {
	for (let attempt = 1; ; attempt += 1) {
		const result = await lighthouse(server.url + address, flags);
		if (!result) throw new Error(`Lighthouse did not look at ${address}`);
		const { categories, audits } = result.lhr;
		const isMeasured = Object.values(categories).every(({ score }) => score !== null);
		if (isMeasured || attempt === ATTEMPTS) return { categories, audits };
		const [fault] = Object.values(audits).filter(({ errorMessage }) => errorMessage);
		process.stdout.write(`  ${address}: ${fault?.errorMessage}\n`);
	}
}

await browser.close();
await server.stop();
await site.postmark.stop();
rehearsal.end();

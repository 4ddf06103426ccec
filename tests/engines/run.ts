/**
 * `npm run test:engines`: drives the main flows in the engines that are installed besides Chromium:
 * Firefox, WebKitGTK and the text browser w3m, which sends neither Origin nor Sec-Fetch-Site.
 * `-- --only ENGINE` runs one, `-- --write` updates the table in docs/reliability.md.
 */
import path from "node:path";
import { applyMigrations } from "../../bin/migrate.ts";
import { startServer } from "../kit/process/server.ts";
import { Rehearsal } from "../kit/rehearsal.ts";
import { none } from "../kit/report.ts";
import { until } from "../kit/until.ts";
import type { Engine, GraphicalEngine } from "./engine.ts";
import { hasFirefox, startFirefox } from "./firefox.ts";
import { placeCaret, publish, reply, write } from "./flows.ts";
import { hasW3m, startW3m } from "./w3m.ts";
import { hasWebKit, startWebKit } from "./webkit.ts";

const TABLE = "npm run test:engines";
const PACKAGES = { firefox: "firefox-esr", webkit: "webkit2gtk-driver and xvfb", w3m: "w3m" };
const isInstalled = { firefox: hasFirefox(), webkit: hasWebKit(), w3m: hasW3m() };
const engines = (["firefox", "webkit", "w3m"] as const).filter((engine) => isInstalled[engine]);
if (engines.length < 3) {
	const missing = Object.entries(PACKAGES).filter(([name]) => !engines.includes(name as never));
	const names = missing.map(([, name]) => name).join(", ");
	process.stdout.write(`Not tested, because it is not installed from Debian: ${names}.\n`);
	if (engines.length === 0) process.exit(0);
}

const rehearsal = new Rehearsal({}, engines);
const file = path.join(rehearsal.folder, "smallprint.db");
await applyMigrations(file);
process.env.DATABASE_URL = `file:${file}`;
const { createApp } = await import("../kit/world/app.ts");
const { createContactForm } = await import("../kit/world/form.ts");
const { createUser } = await import("../kit/world/user.ts");
const { mailTo } = await import("../kit/mailed.ts");
const { conversationToken } = await import("#app/conversations/conversation-token.server.ts");
const { closeDatabase, db } = await import("#app/platform/db/db.server.ts");

const server = await startServer(file);
try {
	for (const engine of rehearsal.parts) {
		if (engine === "firefox") await walkGraphical("Firefox", startFirefox);
		if (engine === "webkit") await walkGraphical("WebKitGTK", startWebKit);
		if (engine === "w3m") await walk("w3m", () => startW3m(rehearsal.folder));
	}
} finally {
	await server.stop();
	await closeDatabase();
}
rehearsal.tell(TABLE, [none("errors in the log", server.errors.length)]);
rehearsal.end();

async function walkGraphical(name: string, start: () => Promise<GraphicalEngine>) {
	await walk(name, start, async (engine, appId) => {
		const app = `${server.url}/app/${appId}`;
		await check(name, "the owner publishes a document, and its page has its style", () =>
			publish(engine, { editor: `${app}/documents/new` }),
		);
		await check(name, "a click in the form builder puts the caret there", () =>
			placeCaret(engine, { builder: `${app}/forms/new` }),
		);
	});
}

/** Walks the visitor's and the owner's side of a conversation, and what else this engine can. */
async function walk<E extends Engine>(
	name: string,
	start: () => Promise<E>,
	more?: (engine: E, appId: string) => Promise<void>,
) {
	const owner = await createUser();
	const app = await createApp(owner);
	const form = await createContactForm(app);
	const email = `visitor-${name.toLowerCase()}@example.com`;
	const engine = await start();
	try {
		await check(name, "a visitor sends a form, answers the sum, confirms and writes", () =>
			write(engine, { form: server.url + form.path, email, mailedLink: () => mailedLink(email) }),
		);
		await check(name, "the owner signs in and replies, and the visitor reads it", async () => {
			const { id } = await db.submission.findFirstOrThrow({ where: { email } });
			const desk = `${server.url}/admin/conversation/${id}`;
			const conversation = `${server.url}/conversation/${conversationToken(id)}`;
			return reply(engine, { url: server.url, owner: owner.email, desk, conversation });
		});
		await more?.(engine, app.appId);
	} finally {
		await engine.stop();
	}
}

function check(name: string, what: string, work: () => Promise<string>): Promise<void> {
	return rehearsal.check(TABLE, `${name}: ${what}`, "works", work);
}

/** The link of the newest mail to an address. */
async function mailedLink(email: string): Promise<string> {
	let link: string | undefined;
	await until(`a mail to ${email}`, async () => {
		const [mail] = await mailTo(email);
		link = /http\S+\/verify-submission\?\S+/.exec(mail?.text ?? "")?.[0];
		return link !== undefined;
	});
	return link ?? "";
}

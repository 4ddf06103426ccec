/**
 * `npm run bench:seed -- FILE --accounts 100000 --documents 10 --submissions 50` makes a large
 * database: accounts with an app, a form, and so many documents and submissions each. `--ledger`
 * adds what the admin area lists; `--busy 200000` gives the first account so many conversations.
 * `--versions 10` is for each document; `--subscribers 5` and `--deletions 3` are for each app.
 *
 * It writes by plain statements in one transaction; the app's own functions would take days. Nobody
 * else has the file open: indexes are made at the end, and nothing waits for the disk.
 */
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import { DAY_MS } from "#app/platform/time.ts";
import { applyMigrations } from "../../bin/migrate.ts";
import { inserter } from "../kit/inserter.ts";
import { idOf, KIND, slugOf, titleOf } from "./seeded.ts";

const DAYS = 400;
const MESSAGES_EACH = 5;
/** One submission in ten waits for a reply, a realistic share. */
const WAITING = 10;
const WORDS = "garden plant water crash sync login photo export dark mode price refund idea".split(
	" ",
);

const { values: options, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		accounts: { type: "string", default: "1000" },
		documents: { type: "string", default: "2" },
		submissions: { type: "string", default: "0" },
		busy: { type: "string", default: "0" },
		versions: { type: "string", default: "1" },
		subscribers: { type: "string", default: "0" },
		deletions: { type: "string", default: "0" },
		ledger: { type: "boolean", default: false },
	},
});
const accounts = Number(options.accounts);
const documentsEach = Number(options.documents);
const submissionsEach = Number(options.submissions);
const versionsEach = Number(options.versions);
const file = path.resolve(positionals[0] ?? "data/bench/smallprint.db");
const unfinished = `${file}.part`;
// The app reads it when it is loaded.
process.env.DATABASE_URL = `file:${unfinished}`;
const { CONTACT_FIELDS } = await import("../kit/world/form.ts");
const { seedHistory } = await import("./seed-history.ts");
const { appTag } = await import("#app/conversations/submission-search.sql.ts");
const fields = JSON.stringify(CONTACT_FIELDS);

const started = performance.now();
const now = Date.now();
fs.rmSync(unfinished, { force: true });
await applyMigrations(unfinished);
const database = new Database(unfinished);
// SQLite can't go from WAL to OFF directly.
database.pragma("journal_mode = DELETE");
database.pragma("journal_mode = OFF");
database.pragma("synchronous = OFF");
database.pragma("locking_mode = EXCLUSIVE");
database.pragma("foreign_keys = OFF");
database.pragma("cache_size = -1000000");

database.exec("BEGIN");
const restoreIndexes = takeIndexes();
const insert = inserter(database);
let submissions = 0;
setHashSize(268_435_456);
for (let n = 1; n <= accounts; n += 1) seedAccount(n);
setHashSize(1_048_576);
seedHistory(database, {
	versions: versionsEach,
	subscribers: Number(options.subscribers),
	deletions: Number(options.deletions),
});
restoreIndexes();
database.exec("COMMIT");
database.pragma("locking_mode = NORMAL");
database.pragma("journal_mode = WAL");
database.close();
fs.renameSync(unfinished, file);
const seconds = ((performance.now() - started) / 1_000).toFixed(0);
const gigabytes = (fs.statSync(file).size / 1e9).toFixed(2);
process.stdout.write(
	`${file}: ${accounts * documentsEach} documents, ${gigabytes} GB, in ${seconds} s\n`,
);

function seedAccount(n: number): void {
	const at = momentOf(n);
	const times = { createdAt: at, updatedAt: at };
	const [userId, appId, formId] = [idOf(KIND.user, n), idOf(KIND.app, n), idOf(KIND.form, n)];
	const email = `owner-${n}@example.com`;
	const account = { accountName: `account-${n}`, grantedPlan: "pro", emailConfirmedAt: at };
	insert("User", { id: userId, email, passwordHash: "none", ...account, ...times });
	const name = `App ${n}`;
	const app = { name, nameKey: `app ${n}`, slug: `app-${n}`, requestId: appId };
	insert("App", { id: appId, userId, ...app, ...times });
	const form = { title: "Contact", titleKey: "contact", description: "Ask us anything.", fields };
	const place = { slug: "contact", requestId: formId, revision: 1 };
	insert("Form", { id: formId, appId, userId, ...form, ...place, ...times });
	for (let k = 0; k < documentsEach; k += 1) seedDocument(n * documentsEach + k, k, appId);
	if (options.ledger) seedLedger(n, userId, email);
	const own = { userId, appId, formId };
	const count = n === 1 ? Math.max(submissionsEach, Number(options.busy)) : submissionsEach;
	const tag = count > 0 ? appTag(appId) : "";
	for (let k = 0; k < count; k += 1) seedSubmission(own, tag, count > submissionsEach);
}

function seedDocument(n: number, k: number, appId: string): void {
	const createdAt = momentOf(n / documentsEach);
	const id = idOf("f", n);
	const title = titleOf(k);
	const content = `We keep what you type, number ${n}, until you delete it.`;
	const text = { content, html: `<p>${content}</p>`, preview: content, headings: "[]" };
	const place = { id, appId, title, slug: slugOf(title), requestId: id };
	const times = { createdAt, updatedAt: createdAt, historyOpenedAt: createdAt };
	insert("Document", { ...place, ...text, ...times, revision: versionsEach });
}

/** What Stripe, Postmark and administrators leave behind. */
function seedLedger(n: number, userId: string, email: string): void {
	const at = momentOf(n);
	// Nothing here is due, because the server's background work would be measured too.
	const recently = sqlTime(new Date(now - n));
	const customerId = `cus_${n}`;
	insert("Customer", { id: customerId, userId, email, createdAt: at, readAt: at });
	const status = n % 4 === 0 ? "active" : "canceled";
	const priceId = n % 8 === 0 ? "price_till_pro" : "price_till_basic";
	const subscription = { status, itemId: "si", priceId, currentPeriodEnd: at };
	insert("Subscription", { id: `sub_${n}`, customerId, ...subscription });
	const type = n % 2 === 0 ? "customer.subscription.created" : "invoice.paid";
	insert("StripeEvent", { id: `evt_${n}`, type, customerId, createdAt: at, receivedAt: at });
	const actor = { actorId: "somebody", actorEmail: "somebody@example.com", action: "grant_plan" };
	const act = { targetType: "user", targetId: userId, summary: `Gave ${email} the Pro plan.` };
	insert("AuditEntry", { id: idOf("6", n), ...actor, ...act, createdAt: at });
	const isFailed = n % 100 === 0;
	const mail = { kind: "test", recipient: email, subject: "A mail", sealedBody: Buffer.alloc(200) };
	const outcome = { sentAt: isFailed ? null : recently, failedAt: isFailed ? recently : null };
	const sending = { dedupeKey: `mail-${n}`, createdAt: recently, attempts: 1, ...outcome };
	insert("OutboxMail", { id: idOf("5", n), ...mail, ...sending });
}

function seedSubmission(
	own: { userId: string; appId: string; formId: string },
	tag: string,
	hasMessages: boolean,
): void {
	submissions += 1;
	const n = submissions;
	const id = idOf(KIND.submission, n);
	const at = momentOf(n % accounts);
	const word = (at: number) => WORDS[(n * 7 + at * 5) % WORDS.length];
	const typed: Record<string, string> = {
		name: `Visitor ${n}`,
		email: `visitor-${n}@example.net`,
		message: `${word(0)} ${word(1)}: since the ${word(2)} it happens ${n} times a day.`,
	};
	const { name, email } = typed as { name: string; email: string };
	const answers = CONTACT_FIELDS.map(({ id, type, label }) => ({
		id,
		type,
		label,
		value: typed[id],
	}));
	const lastSender = n % WAITING === 0 ? "user" : "admin";
	const messageCount = hasMessages ? MESSAGES_EACH : 0;
	const desk = {
		status: lastSender === "user" ? "new" : of(["in_progress", "resolved", "closed"], n),
		priority: n % 1_000 === 0 ? "urgent" : of(["normal", "high", "low"], n >> 2),
		tags: n % 25 === 0 ? JSON.stringify([of(["bug", "idea"], n >> 3)]) : "[]",
	};
	const state = { ...desk, lastSender, messageCount, lastActivityAt: at };
	const times = { createdAt: at, updatedAt: at, verifiedAt: at, sessionEndsAt: at };
	const row = { number: n, id, ...own, email, name, answers: JSON.stringify(answers) };
	insert("Submission", { ...row, ...state, ...times });
	const values = answers.map(({ value }) => value).join(" ");
	insert("SubmissionSearch", { rowid: BigInt(n), text: `${tag} ${email} ${name} ${values}` });
	for (let k = 0; k < messageCount; k += 1) {
		const senderType = k % 2 === 0 ? "admin" : "user";
		const message = { senderType, message: `Message ${k} about ${word(k)}.`, requestId: `${k}` };
		insert("Message", { submissionId: id, ...message, createdAt: at });
	}
}

/** The search index holds so many bytes before it writes them; more is faster. */
function setHashSize(bytes: number): void {
	database.exec(
		`INSERT INTO SubmissionSearch (SubmissionSearch, rank) VALUES ('hashsize', ${bytes})`,
	);
}

/**
 * Drops the tables' indexes, because making them at the end is much faster. Returns a function that
 * does so, and puts back the planner's statistics, which go with an index.
 */
function takeIndexes(): () => void {
	const taken = database
		.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
		.all() as { name: string; sql: string }[];
	const statistics = database.prepare("SELECT tbl, idx, stat FROM sqlite_stat1").all();
	for (const { name } of taken) database.exec(`DROP INDEX "${name}"`);
	return () => {
		for (const { sql } of taken) database.exec(sql);
		database.exec("DELETE FROM sqlite_stat1");
		for (const row of statistics) insert("sqlite_stat1", row as Record<string, unknown>);
	};
}

function of(values: string[], n: number): string {
	return values[n % values.length] ?? "";
}

/** Spreads moments over the days before today; a later account has a later moment. */
function momentOf(n: number): string {
	return sqlTime(new Date(now - (1 - n / (accounts + 1)) * DAYS * DAY_MS));
}

/**
 * `npm run bench:seed`: makes a database of the size that the figures must hold at: 100,000
 * accounts with an app each, 1,000,000 documents, 5,000,000 submissions. `--scale 0.01` makes a
 * hundredth of it; `--file` says where.
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
import { SEEDED_FILE } from "./options.ts";

const ACCOUNTS = 100_000;
const DOCUMENTS_EACH = 10;
const SUBMISSIONS_EACH = 50;
/** One submission in ten waits for a reply, a realistic share. */
const WAITING = 10;
const FIRST_DAY = Date.UTC(2025, 0, 1);
const DAYS = 600;
const TITLES = ["Privacy Policy", "Terms of Service", "EULA", "Imprint", "Cookies"];

const { values: options } = parseArgs({
	options: {
		scale: { type: "string", default: "1" },
		file: { type: "string", default: SEEDED_FILE },
	},
});
const accounts = Math.max(1, Math.round(ACCOUNTS * Number(options.scale)));
const file = path.resolve(options.file);
// The app reads it when it is loaded, and puts the secret beside the database.
process.env.DATABASE_URL = `file:${file}`;
const { CONTACT_FIELDS } = await import("../kit/world/form.ts");
const { appTag } = await import("#app/conversations/submission-search.sql.ts");

const started = performance.now();
for (const end of ["", "-wal", "-shm"]) fs.rmSync(file + end, { force: true });
await applyMigrations(file);
const database = new Database(file);
// SQLite can't go from WAL to OFF directly.
database.pragma("journal_mode = DELETE");
database.pragma("journal_mode = OFF");
database.pragma("synchronous = OFF");
database.pragma("locking_mode = EXCLUSIVE");
database.pragma("foreign_keys = OFF");
database.pragma("cache_size = -1000000");
database.pragma("temp_store = MEMORY");
database.pragma("threads = 2");

database.exec("BEGIN");
const indexes = takeIndexes();
const insert = inserter(database);
database.exec(
	"INSERT INTO SubmissionSearch (SubmissionSearch, rank) VALUES ('hashsize', 268435456)",
);
for (let n = 1; n <= accounts; n += 1) {
	seedAccount(n);
	if (n % Math.ceil(accounts / 10) === 0) print(`${n} of ${accounts} accounts`);
}
database.exec("INSERT INTO SubmissionSearch (SubmissionSearch, rank) VALUES ('hashsize', 1048576)");
print("indexes");
for (const sql of indexes) database.exec(sql);
database.exec("COMMIT");
database.pragma("locking_mode = NORMAL");
database.pragma("journal_mode = WAL");
database.close();
print(`${file}: ${(fs.statSync(file).size / 1e9).toFixed(1)} GB`);

function seedAccount(n: number): void {
	const at = timeOf(n);
	const [userId, appId, formId] = [idOf("a", n), idOf("b", n), idOf("c", n)];
	const email = `owner-${n}@example.com`;
	const times = { createdAt: at, updatedAt: at };
	insert("User", {
		id: userId,
		email,
		passwordHash: "none",
		accountName: `account-${n}`,
		emailConfirmedAt: at,
		...times,
	});
	insert("App", {
		id: appId,
		userId,
		name: `App ${n}`,
		nameKey: `app ${n}`,
		slug: `app-${n}`,
		requestId: idOf("d", n),
		...times,
	});
	for (let k = 0; k < DOCUMENTS_EACH; k += 1) seedDocument(n * DOCUMENTS_EACH + k, appId, email);
	insert("Form", {
		id: formId,
		appId,
		userId,
		title: "Contact",
		titleKey: "contact",
		description: "Ask us anything.",
		fields: JSON.stringify(CONTACT_FIELDS),
		slug: "contact",
		requestId: idOf("e", n),
		revision: 1,
		...times,
	});
	const tag = appTag(appId);
	for (let k = 1; k <= SUBMISSIONS_EACH; k += 1) {
		seedSubmission((n - 1) * SUBMISSIONS_EACH + k, { userId, appId, formId }, tag);
	}
}

function seedDocument(n: number, appId: string, email: string): void {
	const at = timeOf(n);
	const id = idOf("f", n);
	const kind = n % DOCUMENTS_EACH;
	const title = `${TITLES[kind % TITLES.length]}${kind < TITLES.length ? "" : " 2"}`;
	const content = `We keep what you type, number ${n}, until you delete it.`;
	insert("Document", {
		id,
		appId,
		title,
		slug: title.toLowerCase().replaceAll(" ", "-"),
		content,
		html: `<p>${content}</p>`,
		preview: content,
		headings: "[]",
		revision: 1,
		requestId: idOf("9", n),
		createdAt: at,
		updatedAt: at,
	});
	const version = { documentId: id, revision: 1, title, content, savedBy: email, createdAt: at };
	insert("DocumentVersion", { id: idOf("8", n), ...version });
}

function seedSubmission(
	n: number,
	owner: { userId: string; appId: string; formId: string },
	tag: string,
): void {
	const at = timeOf(n);
	const email = `v${n}@example.net`;
	const message = `Crash number ${n}`;
	const typed: Record<string, string> = { name: "Ann", email, message };
	const answers = CONTACT_FIELDS.map(({ id, type, label }) => ({
		id,
		type,
		label,
		value: typed[id],
	}));
	insert("Submission", {
		number: n,
		id: idOf("7", n),
		...owner,
		email,
		name: "Ann",
		answers: JSON.stringify(answers),
		createdAt: at,
		updatedAt: at,
		verifiedAt: at,
		sessionEndsAt: at,
		lastActivityAt: at,
		lastSender: n % WAITING === 0 ? "user" : "admin",
		status: "in_progress",
	});
	const text = `${tag} ${email} Ann Ann ${email} ${message}`;
	insert("SubmissionSearch", { rowid: n, text });
}

/** Drops the tables' indexes and returns their SQL. Recreating them at the end is much faster. */
function takeIndexes(): string[] {
	const taken = database
		.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
		.all() as { name: string; sql: string }[];
	for (const { name } of taken) database.exec(`DROP INDEX "${name}"`);
	return taken.map(({ sql }) => sql);
}

/** Makes an id that grows with time, like the UUIDv7 that the app draws. */
function idOf(kind: string, n: number): string {
	return `0194${kind.repeat(4)}-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
}

/** A time within the last two years, in the adapter's format. */
function timeOf(n: number): string {
	const at = FIRST_DAY + (n % DAYS) * DAY_MS + (n % 86_400) * 1_000;
	return sqlTime(new Date(at));
}

function print(text: string): void {
	const seconds = ((performance.now() - started) / 1_000).toFixed(0);
	process.stdout.write(`${seconds.padStart(4)} s  ${text}\n`);
}

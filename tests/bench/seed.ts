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
import { DAY_MS } from "#app/platform/time.ts";
import { applyMigrations } from "../../bin/migrate.ts";
import { SEEDED_FILE } from "./options.ts";

const ACCOUNTS = 100_000;
const DOCUMENTS_EACH = 10;
const SUBMISSIONS_EACH = 50;
/** One submission in ten waits for a reply, a realistic share. */
const WAITING = 10;
const FIRST_DAY = Date.UTC(2025, 0, 1);
const DAYS = 600;
const FIELDS = [
	{ id: "name", type: "text", label: "Name", placeholder: "", required: true, options: [] },
	{ id: "email", type: "email", label: "Email", placeholder: "", required: true, options: [] },
	{ id: "text", type: "textarea", label: "Message", placeholder: "", required: true, options: [] },
] as const;
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
const insert = {
	user: inserter("User", "id email passwordHash accountName emailConfirmedAt createdAt updatedAt"),
	app: inserter("App", "id userId name nameKey slug requestId createdAt updatedAt"),
	document: inserter(
		"Document",
		"id appId title slug content html preview headings revision requestId createdAt updatedAt",
	),
	version: inserter("DocumentVersion", "id documentId revision title content savedBy createdAt"),
	form: inserter(
		"Form",
		"id appId userId title titleKey description fields slug requestId revision createdAt updatedAt",
	),
	submission: inserter(
		"Submission",
		"number id formId appId userId email name answers createdAt updatedAt verifiedAt sessionEndsAt lastActivityAt lastSender status",
	),
	search: database.prepare("INSERT INTO SubmissionSearch (rowid, text) VALUES (?, ?)"),
};
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
	const userId = idOf("a", n);
	const appId = idOf("b", n);
	const formId = idOf("c", n);
	const email = `owner-${n}@example.com`;
	insert.user.run(userId, email, "none", `account-${n}`, at, at, at);
	insert.app.run(appId, userId, `App ${n}`, `app ${n}`, `app-${n}`, idOf("d", n), at, at);
	for (let k = 0; k < DOCUMENTS_EACH; k += 1) seedDocument(n * DOCUMENTS_EACH + k, appId, email);
	const fields = JSON.stringify(FIELDS);
	insert.form.run(
		formId,
		appId,
		userId,
		"Contact",
		"contact",
		"Ask us anything.",
		fields,
		"contact",
		idOf("e", n),
		1,
		at,
		at,
	);
	const tag = appTag(appId);
	for (let k = 0; k < SUBMISSIONS_EACH; k += 1) {
		seedSubmission((n - 1) * SUBMISSIONS_EACH + k + 1, { userId, appId, formId, tag });
	}
}

function seedDocument(n: number, appId: string, email: string): void {
	const at = timeOf(n);
	const id = idOf("f", n);
	const kind = n % DOCUMENTS_EACH;
	const title = `${TITLES[kind % TITLES.length]}${kind < TITLES.length ? "" : " 2"}`;
	const slug = title.toLowerCase().replaceAll(" ", "-");
	const text = `We keep what you type, number ${n}, until you delete it.`;
	insert.document.run(
		id,
		appId,
		title,
		slug,
		text,
		`<p>${text}</p>`,
		text,
		"[]",
		1,
		idOf("9", n),
		at,
		at,
	);
	insert.version.run(idOf("8", n), id, 1, title, text, email, at);
}

type Owner = { userId: string; appId: string; formId: string; tag: string };

function seedSubmission(n: number, { userId, appId, formId, tag }: Owner): void {
	const at = timeOf(n);
	const email = `v${n}@example.net`;
	const message = `Crash number ${n}`;
	const answers = [
		{ ...FIELDS[0], value: "Ann" },
		{ ...FIELDS[1], value: email },
		{ ...FIELDS[2], value: message },
	].map(({ id, type, label, value }) => ({ id, type, label, value }));
	insert.submission.run(
		n,
		idOf("7", n),
		formId,
		appId,
		userId,
		email,
		"Ann",
		JSON.stringify(answers),
		at,
		at,
		at,
		at,
		at,
		n % WAITING === 0 ? "user" : "admin",
		"in_progress",
	);
	insert.search.run(n, `${tag} ${email} Ann Ann ${email} ${message}`);
}

/** Drops the tables' indexes and returns their SQL. Recreating them at the end is much faster. */
function takeIndexes(): string[] {
	const taken = database
		.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
		.all() as { name: string; sql: string }[];
	for (const { name } of taken) database.exec(`DROP INDEX "${name}"`);
	return taken.map(({ sql }) => sql);
}

function inserter(table: string, columns: string): Database.Statement {
	const names = columns.split(" ");
	return database.prepare(
		`INSERT INTO "${table}" (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
	);
}

/** Makes an id that grows with time, like the UUIDv7 that the app draws. */
function idOf(kind: string, n: number): string {
	return `0194${kind.repeat(4)}-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
}

/** A time within the last two years, in the adapter's format. */
function timeOf(n: number): string {
	const at = FIRST_DAY + (n % DAYS) * DAY_MS + (n % 86_400) * 1_000;
	return new Date(at).toISOString().replace("Z", "+00:00");
}

function print(text: string): void {
	const seconds = ((performance.now() - started) / 1_000).toFixed(0);
	process.stdout.write(`${seconds.padStart(4)} s  ${text}\n`);
}

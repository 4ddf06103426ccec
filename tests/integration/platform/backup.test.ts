import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, test } from "vitest";
import { startChild } from "../../kit/process/child.ts";
import { copyDatabase } from "../../kit/process/database.ts";

const root = path.join(import.meta.dirname, "../../..");

let file: string;
let copy: string;

beforeEach(() => {
	file = copyDatabase();
	copy = path.join(path.dirname(file), "copies", "copy.db");
});

/** Runs a script as an operator does; answers its exit code and all that it says. */
function run(script: "backup" | "restore", args: string[], env: Record<string, string> = {}) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [`bin/${script}.ts`, ...args], {
		cwd: root,
		encoding: "utf8",
		env: { PATH: process.env.PATH, DATABASE_URL: `file:${file}`, ...env },
	});
	return { status, said: stdout + stderr };
}

/** Writes a row that tells one moment of the database from another. */
function mark(database: string, key: string) {
	const connection = new Database(database);
	connection.prepare("INSERT INTO RateLimit VALUES (?, datetime(), 1)").run(key);
	connection.close();
}

/** Writes a row, and leaves the log beside the database as a crash does. */
function leaveLog(database: string, key: string) {
	const other = new Database(database);
	other.prepare("SELECT count(*) FROM User").get();
	mark(database, key);
	fs.copyFileSync(`${database}-wal`, `${database}.log`);
	other.close();
	fs.renameSync(`${database}.log`, `${database}-wal`);
}

function marksIn(database: string): string[] {
	const connection = new Database(database, { readonly: true });
	const marks = connection.prepare("SELECT key FROM RateLimit ORDER BY key").pluck().all();
	connection.close();
	return marks as string[];
}

function journalOf(database: string): unknown {
	const connection = new Database(database, { readonly: true });
	const mode = connection.pragma("journal_mode", { simple: true });
	connection.close();
	return mode;
}

describe("npm run backup", () => {
	test("copies the database while it is written, whole and for nobody else to read", async () => {
		const writer = startChild("write-rows", { env: { DATABASE_URL: `file:${file}` } });
		await expect.poll(() => marksIn(file).length).toBeGreaterThan(20);
		const before = marksIn(file);
		const { status, said } = run("backup", [copy]);
		const after = marksIn(file);
		await writer.kill();
		expect([status, said]).toEqual([0, expect.stringContaining("The copy was read and checked.")]);
		expect(marksIn(copy)).toEqual(expect.arrayContaining(before));
		expect(after).toEqual(expect.arrayContaining(marksIn(copy)));
		expect(fs.statSync(copy).mode & 0o777).toBe(0o600);
		expect(fs.existsSync(`${copy}.part`)).toBe(false);
	});

	test("without a name, makes one beside the database", () => {
		expect(run("backup", []).status).toBe(0);
		const [name] = fs.readdirSync(path.join(path.dirname(file), "backups"));
		expect(name).toMatch(/^smallprint-\d{4}-\d\d-\d\dT\d{6}\.\d{3}\.db$/);
	});

	test("says which secret must be kept as well", () => {
		fs.writeFileSync(path.join(path.dirname(file), "secret"), "secret");
		expect(run("backup", [copy]).said).toContain(`${path.dirname(file)}/secret belongs to it`);
		const hosted = run("backup", [`${copy}2`], { APP_URL: "https://smallprint.test" });
		expect(hosted.said).toContain("SESSION_SECRET belongs to it");
	});

	test("writes over nothing, and says so where there is no database", () => {
		expect(run("backup", [copy]).status).toBe(0);
		const bytes = fs.readFileSync(copy);
		expect(run("backup", [copy])).toEqual({
			status: 1,
			said: `${copy} exists already. Name another file.\n`,
		});
		expect(fs.readFileSync(copy).equals(bytes)).toBe(true);
		const elsewhere = run("backup", [`${copy}2`], { DATABASE_URL: "file:/nowhere/smallprint.db" });
		expect(elsewhere.said).toBe(
			"There is no /nowhere/smallprint.db. DATABASE_URL says where it is.\n",
		);
	});

	test("that can't make the copy's folder says so in one sentence", () => {
		const { status, said } = run("backup", [path.join(file, "copies", "copy.db")]);
		expect([status, said]).toEqual([1, expect.stringMatching(/^.*can't be copied.*\n$/)]);
	});

	test("that can't write all of the copy says where else it can go", () => {
		const command = ["--fsize=65536", process.execPath, "bin/backup.ts", copy];
		const env = { PATH: process.env.PATH, DATABASE_URL: `file:${file}` };
		const { stderr } = spawnSync("prlimit", command, { cwd: root, encoding: "utf8", env });
		expect(stderr).toContain("Name a file on a disk with room: npm run backup -- FILE");
	});

	test("of a damaged database leaves no copy behind", () => {
		const descriptor = fs.openSync(file, "r+");
		const { size } = fs.fstatSync(descriptor);
		fs.writeSync(descriptor, Buffer.alloc(size - 8_192, 0xa5), 0, size - 8_192, 8_192);
		fs.closeSync(descriptor);
		const { status, said } = run("backup", [copy]);
		expect([status, said]).toEqual([1, expect.stringContaining("npm run restore -- COPY")]);
		expect(fs.readdirSync(path.dirname(copy))).toEqual([]);
	});
});

/** Restores the copy, and expects it in the database's place. Returns what was there before. */
function restoreCopy(...options: string[]): string {
	const { status, said } = run("restore", [copy, ...options]);
	expect([status, said]).toEqual([0, expect.stringContaining(`${file} is ${copy} now`)]);
	expect(marksIn(file)).toEqual(["before"]);
	return /What was there before is (\S+)\.\n/.exec(said)?.[1] ?? "";
}

describe("npm run restore", () => {
	beforeEach(() => {
		mark(file, "before");
		expect(run("backup", [copy]).status).toBe(0);
		mark(file, "after");
	});

	test("that can't write all of the copy leaves the database where it is", () => {
		const command = ["--fsize=65536", process.execPath, "bin/restore.ts", copy, "--yes"];
		const env = { PATH: process.env.PATH, DATABASE_URL: `file:${file}` };
		const { status, stderr } = spawnSync("prlimit", command, { cwd: root, encoding: "utf8", env });
		expect([status, stderr]).toEqual([
			1,
			expect.stringMatching(/can't be copied.*Nothing was changed\.$/m),
		]);
		expect(marksIn(file)).toEqual(["after", "before"]);
		// The server would not start with another one.
		expect(journalOf(file)).toBe("wal");
	});

	test("puts a copy in the place of the database, and keeps what was there", () => {
		const aside = restoreCopy("--yes");
		expect(journalOf(file)).toBe("wal");
		expect(marksIn(aside)).toEqual(["after", "before"]);
	});

	test("keeps what was there each time, also three times within a second", () => {
		const asides = [1, 2, 3].map(() => restoreCopy("--yes"));
		expect(new Set(asides).size).toBe(3);
		// To the millisecond, because a restore takes less than a second.
		expect(asides.join()).toMatch(/^(?:[^,]+T\d{6}\.\d{3},?){3}$/);
		expect(marksIn(asides[0] ?? "")).toEqual(["after", "before"]);
	});

	test("says to start the server, and of a damaged database to stop one that still runs", () => {
		expect(run("restore", [copy, "--yes"]).said).toMatch(/Start the server\.\n$/);
		fs.writeFileSync(file, fs.readFileSync(file).fill(0xa5, 4_096));
		expect(run("restore", [copy, "--yes"]).said).toMatch(
			/If a server still runs, stop it: it saves into the old file\. Then start it again\.\n$/,
		);
	});

	test("makes a database where there is none, without being asked twice, and says that the secret is not there", () => {
		const fresh = path.join(path.dirname(file), "new", "smallprint.db");
		const { status, said } = run("restore", [copy], { DATABASE_URL: `file:${fresh}` });
		expect(status).toBe(0);
		expect(said).toContain(`There is no ${path.dirname(fresh)}/secret.`);
		expect(marksIn(fresh)).toEqual(["before"]);
	});

	test("refuses without --yes where there is a database", () => {
		const { status, said } = run("restore", [copy]);
		expect(status).toBe(1);
		expect(said).toContain("--yes");
		expect(marksIn(file)).toEqual(["after", "before"]);
	});

	test("refuses while the database is in use", () => {
		const server = new Database(file);
		expect(server.prepare("SELECT count(*) FROM User").pluck().get()).toBe(0);
		const { status, said } = run("restore", [copy, "--yes"]);
		expect([status, said]).toEqual([
			1,
			`${file} is in use. Stop the server first. Nothing was changed.\n`,
		]);
		server.close();
		expect(marksIn(file)).toEqual(["after", "before"]);
	});

	test("brings along what stands in the log beside the copy", () => {
		const server = new Database(file);
		server.prepare("SELECT count(*) FROM User").get();
		mark(file, "in the log");
		for (const ending of ["", "-wal"]) fs.copyFileSync(file + ending, copy + ending);
		server.close();
		expect(run("restore", [copy, "--yes"]).status).toBe(0);
		expect(marksIn(file)).toEqual(["after", "before", "in the log"]);
	});

	test("that can't make the database's folder says so in one sentence", () => {
		const DATABASE_URL = `file:${file}/new/smallprint.db`;
		const { status, said } = run("restore", [copy], { DATABASE_URL });
		expect([status, said]).toEqual([1, expect.stringMatching(/^.*can't be copied.*\n$/)]);
	});

	test("of a copy whose migrations can't be applied changes nothing, and says so", () => {
		const connection = new Database(copy);
		connection.exec(`UPDATE _prisma_migrations SET finished_at = NULL
			WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`);
		connection.close();
		const { status, said } = run("restore", [copy, "--yes"]);
		expect([status, said]).toEqual([1, expect.stringMatching(/^.*Nothing was changed\.\n$/)]);
		expect(marksIn(file)).toEqual(["after", "before"]);
		const left = fs.readdirSync(path.dirname(file)).filter((name) => name.includes(".part"));
		expect(left).toEqual([]);
	});

	test("takes nothing over from the log of a database that is gone", () => {
		leaveLog(file, "in the log");
		fs.rmSync(file);
		restoreCopy();
	});

	test.each([
		["head is", 0],
		["tables are", 4_096],
	])("takes the place of a database whose %s damaged, which is kept with its log", (_, from) => {
		leaveLog(file, "in the log");
		fs.writeFileSync(file, fs.readFileSync(file).fill(0xa5, from));
		const aside = restoreCopy("--yes");
		const kept = [aside, `${aside}-wal`].filter((name) => fs.existsSync(name));
		expect(kept.some((name) => fs.readFileSync(name).includes("in the log"))).toBe(true);
	});

	test("refuses the database itself, and names the newest copy beside it instead of a bad one", () => {
		fs.writeFileSync(path.join(path.dirname(file), "secret"), "secret");
		expect(run("restore", [file, "--yes"]).said).toBe(
			`${file} is the database itself. Name a copy. Nothing was changed.\n`,
		);
		run("backup", []);
		const [newest] = fs.readdirSync(path.join(path.dirname(file), "backups"));
		fs.truncateSync(copy, 300_000);
		const { said } = run("restore", [copy, "--yes"]);
		expect(said).toContain(`The newest copy beside the database is backups/${newest}.`);
	});

	test("refuses what is damaged, of another program, or of a newer version", () => {
		const broken = `${copy}.broken`;
		fs.writeFileSync(broken, "not a database, but long enough to be taken for one".repeat(20));
		const other = `${copy}.other`;
		new Database(other).exec("CREATE TABLE A (b)").close();
		const newer = `${copy}.newer`;
		fs.copyFileSync(copy, newer);
		const connection = new Database(newer);
		connection.exec("UPDATE _prisma_migrations SET migration_name = '99990101000000_later'");
		connection.close();
		for (const [name, reason] of [
			[broken, "is not a database of Smallprint"],
			[other, "is not a database of Smallprint"],
			[path.dirname(copy), "is a folder"],
			[newer, "was made by a newer Smallprint than this. Install that one, or name an older copy."],
			["/nowhere.db", "There is no /nowhere.db."],
		] as const) {
			const { status, said } = run("restore", [name, "--yes"]);
			expect([name, status, said]).toEqual([name, 1, expect.stringContaining(reason)]);
			expect(said).toContain("Nothing was changed.");
			expect(said).not.toMatch(/^\s+at /m);
		}
		expect(marksIn(file)).toEqual(["after", "before"]);
	});
});

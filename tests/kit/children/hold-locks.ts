/** Reads, locks and writes a database continually on its own connection, until it is killed. */
import Database from "better-sqlite3";

const LOCK_MS = 3;
const PAUSE_MS = 2;

const [file = ""] = process.argv.slice(2);
// On a busy machine, the writer may keep it waiting for longer than the app itself would wait.
const database = new Database(file, { timeout: 60_000 });
const sleeper = new Int32Array(new SharedArrayBuffer(4));

const write = database.prepare(
	"INSERT OR REPLACE INTO Alias (kind, scopeId, slug, targetId, createdAt) VALUES ('app', '', ?, '', ?)",
);

function pause(ms: number): void {
	Atomics.wait(sleeper, 0, 0, ms);
}

for (let round = 0; ; round += 1) {
	// A reader whose snapshot stays open while others commit.
	const rows = database.prepare("SELECT * FROM _prisma_migrations").iterate();
	rows.next();
	pause(LOCK_MS);
	rows.return?.();
	database.exec("BEGIN IMMEDIATE");
	write.run(`held ${round % 10}`, Date.now());
	pause(LOCK_MS);
	database.exec(round % 2 ? "COMMIT" : "ROLLBACK");
	if (round === 0) process.stdout.write("holding\n");
	pause(PAUSE_MS);
}

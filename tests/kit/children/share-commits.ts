/**
 * Writes rows that share one commit, and prints each acknowledged one. With the argument "crash",
 * the process dies when all rows are written and none is committed.
 */
import process from "node:process";
import { sharedTransaction } from "#app/platform/db/db.server.ts";

const ROWS = 10;

async function write(n: number): Promise<void> {
	const now = new Date();
	await sharedTransaction(async (tx) => {
		await tx.rateLimit.create({
			data: { key: `row ${n}`, count: 1, endsAt: now },
		});
		if (n === ROWS - 1 && process.argv[2] === "crash") process.kill(process.pid, "SIGKILL");
	});
	process.stdout.write(`row ${n}\n`);
}

await Promise.all(Array.from({ length: ROWS }, (_, n) => write(n)));
process.kill(process.pid, "SIGKILL");

/** Writes rows through the app's own transactions, and prints each acknowledged one. */
import { transaction } from "#app/platform/db/db.server.ts";

const ROWS = 500;
const AT_ONCE = 10;

let next = 0;

async function write(): Promise<void> {
	while (next < ROWS) {
		const key = `row ${next}`;
		next += 1;
		const now = new Date();
		await transaction(async (tx) => {
			// It reads before it writes, as most of the app's transactions do.
			await tx.rateLimit.findFirst({ where: { key } });
			await tx.rateLimit.create({
				data: { key, count: 1, endsAt: now },
			});
			await tx.rateLimit.updateMany({ where: { key }, data: { count: 2 } });
		});
		process.stdout.write(`${key}\n`);
	}
}

await Promise.all(Array.from({ length: AT_ONCE }, write));
process.stdout.write("done\n");
// Stays alive until it is killed, so that nothing is closed properly.
setInterval(() => {}, 60_000);

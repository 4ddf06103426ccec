/**
 * Writes rows through the app's own transactions, and prints each acknowledged one. One that is
 * refused because the database is busy is sent again, as people do.
 */
import { transaction } from "#app/platform/db/db.server.ts";
import { StorageFault } from "#app/platform/db/storage-fault.server.ts";

const [rows = "500"] = process.argv.slice(2);
const AT_ONCE = 10;

let next = 0;

async function write(): Promise<void> {
	while (next < Number(rows)) {
		const key = `row ${next}`;
		next += 1;
		while (!(await isStored(key))) {
			// A busy machine may keep the database locked for as long as the app waits.
		}
		process.stdout.write(`${key}\n`);
	}
}

async function isStored(key: string): Promise<boolean> {
	try {
		await transaction(async (tx) => {
			// It reads before it writes, as most of the app's transactions do.
			await tx.rateLimit.findFirst({ where: { key } });
			await tx.rateLimit.create({
				data: { key, count: 1, endsAt: new Date() },
			});
			await tx.rateLimit.updateMany({ where: { key }, data: { count: 2 } });
		});
		return true;
	} catch (error) {
		if (error instanceof StorageFault) return false;
		throw error;
	}
}

await Promise.all(Array.from({ length: AT_ONCE }, write));
process.stdout.write("done\n");
// Stays alive until it is killed, so that nothing is closed properly.
setInterval(() => {}, 60_000);

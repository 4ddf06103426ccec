import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { breathe } from "#app/platform/db/breathe.server.ts";
import {
	db,
	plain,
	sharedTransaction,
	type Transaction,
	transaction,
} from "#app/platform/db/db.server.ts";
import { startChild } from "../../kit/process/child.ts";
import { copyDatabase } from "../../kit/process/database.ts";
import { readDatabase } from "../../kit/read-database.ts";

const endsAt = new Date();

function row(key: string) {
	return { key, count: 1, endsAt };
}

async function storedKeys(start: string): Promise<string[]> {
	const where = { key: { startsWith: start } };
	const rows = await db.rateLimit.findMany({ where, orderBy: { key: "asc" } });
	return rows.map(({ key }) => key);
}

describe("those who share a commit", () => {
	test("are stored together, each with an answer of its own", async () => {
		const add = (n: number) =>
			sharedTransaction(async (tx) => {
				await tx.rateLimit.create({ data: row(`together ${n}`) });
				return n;
			});
		expect(await Promise.all([1, 2, 3].map(add))).toEqual([1, 2, 3]);
		expect(await storedKeys("together")).toEqual(["together 1", "together 2", "together 3"]);
	});

	test("are undone alone when they throw, whatever they wrote in which way", async () => {
		const outcomes = await Promise.allSettled(
			Array.from({ length: 9 }, (_, n) =>
				sharedTransaction(async (tx) => {
					await tx.rateLimit.create({ data: row(`alone ${n}`) });
					plain(tx).run("UPDATE RateLimit SET count = 2 WHERE key = ?", [`alone ${n}`]);
					if (n % 3 === 1) throw new Error("changed my mind");
					if (n % 3 === 2) await tx.rateLimit.create({ data: row(`alone ${n}`) });
				}),
			),
		);
		expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual(
			Array.from({ length: 9 }, (_, n) => n % 3 === 0),
		);
		expect(await storedKeys("alone")).toEqual(["alone 0", "alone 3", "alone 6"]);
		expect(await db.rateLimit.count({ where: { key: "alone 3", count: 2 } })).toBe(1);
	});

	test("wait for one commit, and fifty at the most", async () => {
		const begun = new Set<Transaction>();
		const add = (n: number) =>
			sharedTransaction(async (tx) => {
				begun.add(tx);
				await tx.rateLimit.create({ data: row(`many ${n}`) });
			});
		await Promise.all(Array.from({ length: 120 }, (_, n) => add(n)));
		expect(begun.size).toBe(3);
		expect(await storedKeys("many")).toHaveLength(120);
	});

	test("wait for those who come in each next turn of the event loop", async () => {
		const begun = new Set<Transaction>();
		const add = async (n: number) => {
			for (let turn = 0; turn < n; turn += 1) await breathe();
			await sharedTransaction(async (tx) => {
				begun.add(tx);
				await tx.rateLimit.create({ data: row(`turn ${n}`) });
			});
		};
		// Those of a later turn begin to wait first, so that each comes before the commit's own turn.
		await Promise.all([3, 2, 1, 0].map(add));
		expect(begun.size).toBe(1);
		expect(await storedKeys("turn ")).toHaveLength(4);
	});

	test("are all told when the commit fails, and nothing of theirs is stored", async () => {
		const before = readDatabase();
		const add = (n: number) =>
			sharedTransaction(async (tx) => {
				plain(tx).run("PRAGMA defer_foreign_keys = ON");
				await tx.rateLimit.create({ data: row(`uncommitted ${n}`) });
				if (n === 1) {
					plain(tx).run(
						"INSERT INTO SubmissionLink (id, submissionId, purpose, createdAt, expiresAt) VALUES ('x', 'nobody', 'verify', '', '')",
					);
				}
			});
		const outcomes = await Promise.allSettled([0, 1, 2].map(add));
		expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
		expect(readDatabase()).toEqual(before);
		await sharedTransaction((tx) => tx.rateLimit.create({ data: row("afterwards") }));
		expect(await storedKeys("afterwards")).toEqual(["afterwards"]);
	});

	test("take turns with transactions of their own", async () => {
		await Promise.all(
			Array.from({ length: 20 }, (_, n) =>
				(n % 2 ? transaction : sharedTransaction)(async (tx) => {
					const turns = await tx.rateLimit.updateMany({
						where: { key: "turns" },
						data: { count: { increment: 1 } },
					});
					if (turns.count === 0) await tx.rateLimit.create({ data: row("turns") });
				}),
			),
		);
		const { count } = await db.rateLimit.findFirstOrThrow({ where: { key: "turns" } });
		expect(count).toBe(20);
	});
});

describe("a crash", () => {
	test.each([
		["before the commit leaves nothing, and nobody was told otherwise", "crash", 0],
		["after it leaves all that was acknowledged", "", 10],
	])("%s", async (_, argument, count) => {
		const file = copyDatabase();
		const env = { DATABASE_URL: `file:${file}` };
		const child = startChild("share-commits", { args: [argument], env });
		await child.exit;
		expect(child.errors).toEqual([]);
		expect(child.lines).toHaveLength(count);
		const database = new Database(file);
		const stored = database.prepare("SELECT key FROM RateLimit ORDER BY key").pluck().all();
		database.close();
		expect(stored).toEqual(child.lines.toSorted());
	});
});

describe("plain statements", () => {
	test("are refused outside a transaction", async () => {
		expect(() => plain(db)).toThrow("open write transaction");
	});

	test("are refused to one that is over, while another is open", async () => {
		let over: Transaction | undefined;
		await transaction(async (tx) => {
			over = tx;
			expect(plain(tx).row("SELECT 1 AS one", [])).toEqual({ one: 1 });
		});
		expect(() => plain(over as Transaction)).toThrow("open write transaction");
		await transaction(async () => {
			expect(() => plain(over as Transaction)).toThrow("open write transaction");
		});
	});
});

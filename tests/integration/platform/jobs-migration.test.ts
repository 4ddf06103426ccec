import { expect, test } from "vitest";
import { databaseBefore, insert } from "../../kit/migrations.ts";

const JOBS = "20261122030000_jobs";
const CREATED = "2026-11-20T08:00:00.000+00:00";
const DUE = "2026-11-21T08:00:00.000+00:00";
const LATER = "2026-11-21T08:01:00.000+00:00";

test("a database that was in use before the jobs loses no mail, no reading and no erasure", () => {
	const { database, apply } = databaseBefore(JOBS);
	const all = (sql: string) => database.prepare(sql).all();
	const user = (id: string, deletedAt: string | null) => ({
		...{ id, email: `${id}@example.com`, passwordHash: "", deletedAt },
		...{ createdAt: CREATED, updatedAt: CREATED },
	});
	insert(database, "User", user("open", null));
	insert(database, "User", user("closed", CREATED));
	const reading = { email: "open@example.com", rereadAt: DUE, failedReads: 2, createdAt: CREATED };
	insert(database, "Customer", { id: "cus_1", userId: "open", ...reading });
	insert(database, "Subscription", {
		...{ id: "sub_1", customerId: "cus_1", status: "active", itemId: "si_1" },
		...{ priceId: "price", currentPeriodEnd: LATER },
	});
	const mails = {
		queued: { thread: "talk", nextAt: DUE },
		leased: { thread: "talk", nextAt: DUE, attempts: 1, leasedUntil: LATER },
		retried: { nextAt: LATER, attempts: 3, lastError: "Service Unavailable" },
		failed: { nextAt: DUE, attempts: 4, failedAt: LATER, lastError: "Found inactive addresses." },
		sent: { nextAt: DUE, attempts: 1, sentAt: LATER, messageId: "message" },
	};
	for (const [id, mail] of Object.entries(mails)) {
		const written = { kind: "test", recipient: "jane@example.com", subject: id };
		const sealedBody = Buffer.from(id);
		insert(database, "OutboxMail", {
			...{ id, dedupeKey: id, sealedBody, createdAt: CREATED, ...written, ...mail },
		});
	}
	const kept = `SELECT id, dedupeKey, kind, recipient, thread, subject, sealedBody, createdAt,
		attempts, sentAt, failedAt, lastError, messageId FROM OutboxMail ORDER BY id`;
	const before = all(kept);

	apply(JOBS);

	expect(before).toHaveLength(5);
	expect(all(kept)).toEqual(before);
	expect(all("SELECT id, status FROM Subscription")).toEqual([{ id: "sub_1", status: "active" }]);
	const job = (kind: string, key: string, dueAt: string, attempts = 0) => ({
		...{ kind, key, groupKey: null, dueAt, attempts },
	});
	expect(all("SELECT * FROM Job ORDER BY kind, key")).toEqual([
		job("erase-account", "closed", CREATED),
		{ ...job("mail", "leased", LATER, 1), groupKey: "talk" },
		{ ...job("mail", "queued", DUE), groupKey: "talk" },
		job("mail", "retried", LATER, 3),
		job("reread-subscription", "cus_1", DUE, 2),
	]);

	database.pragma("foreign_keys = ON");
	database.exec("DELETE FROM User; DELETE FROM OutboxMail WHERE id = 'queued'");
	expect(all("SELECT key FROM Job ORDER BY key")).toEqual([{ key: "leased" }, { key: "retried" }]);
	database.close();
});

import { expect, test, vi } from "vitest";
import { catchRefusedWrites } from "#app/platform/db/cluster.server.ts";
import { sharedTransaction, transaction } from "#app/platform/db/db.server.ts";

/** LiteFS is on, as far as the app knows, before it is loaded. */
await vi.hoisted(async () => {
	const { HOSTED_ENV } = await import("../../kit/process/hosted.ts");
	const { default: path } = await import("node:path");
	const folder = path.dirname((process.env.DATABASE_URL ?? "").replace("file:", ""));
	Object.assign(process.env, HOSTED_ENV, { LITEFS_DIR: folder });
});

/** As Prisma throws it when LiteFS refuses the bytes; tests/cluster sees it from LiteFS itself. */
function driverError(originalCode: string): Error {
	const cause = { originalCode, originalMessage: "disk I/O error", kind: "sqlite" };
	return Object.assign(new Error("disk I/O error"), { name: "DriverAdapterError", cause });
}

function wrapped(originalCode: string): Error {
	const driverAdapterError = { cause: { originalCode } };
	return Object.assign(new Error("Raw query failed"), { meta: { driverAdapterError } });
}

/** A request that fails as `work` does, and has an error page. */
function failing(error: unknown) {
	return catchRefusedWrites(() =>
		transaction(async () => {
			throw error;
		}).catch(() => {}),
	);
}

test.each([
	["the disk fails", driverError("SQLITE_IOERR_WRITE"), true],
	["the database is read-only", driverError("SQLITE_READONLY"), true],
	["Prisma wraps the error", wrapped("SQLITE_IOERR"), true],
	["SQLite says so itself", Object.assign(new Error("x"), { code: "SQLITE_IOERR_WRITE" }), true],
	["a constraint fails", driverError("SQLITE_CONSTRAINT_TRIGGER"), false],
	["a text speaks of it", new Error("disk I/O error"), false],
	["something else is thrown", "SQLITE_IOERR", false],
])("a refused write is told from other faults: %s", async (_, error, wasRefused) => {
	expect(await failing(error)).toBe(wasRefused);
});

test("one request's refusal is not another's", async () => {
	const [refused, other] = await Promise.all([
		failing(driverError("SQLITE_IOERR_WRITE")),
		catchRefusedWrites(() => transaction((tx) => tx.user.count())),
	]);
	expect([refused, other]).toEqual([true, false]);
});

test("nor is it theirs with whom it shares a commit", async () => {
	const share = (work: () => Promise<unknown>) =>
		catchRefusedWrites(() => sharedTransaction(work).catch(() => {}));
	const fail = () => Promise.reject(driverError("SQLITE_IOERR_WRITE"));
	expect(await Promise.all([share(async () => {}), share(fail), share(async () => {})])).toEqual([
		false,
		true,
		false,
	]);
});

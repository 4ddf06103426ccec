import { afterEach, expect, test, vi } from "vitest";
import { db } from "./db/db.server.ts";
import { logError } from "./log.server.ts";

afterEach(() => vi.restoreAllMocks());

function listen(): string[] {
	const lines: string[] = [];
	vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
	return lines;
}

test("a query that can't be asked is logged without what it was asked with", async () => {
	const lines = listen();
	const where = { email: "ada@private.example", createdAt: new Date(Number.NaN) };
	await db.user.findMany({ where, take: 1 }).catch(logError);
	expect(lines).toHaveLength(1);
	expect(lines[0]).not.toContain("ada@private.example");
	expect(lines[0]).toMatch(/PrismaClientValidationError.*user\.findMany.*`createdAt`.* at /);
});

test("an error is logged with the codes of what caused it, which its own message may lack", () => {
	const lines = listen();
	const cause = { kind: "GenericJs", id: 0, originalCode: "SQLITE_BUSY" };
	const error = Object.assign(new Error("Error in external connector (id 0)"), {
		code: "P2036",
		meta: { driverAdapterError: Object.assign(new Error("GenericJs"), { cause }) },
	});
	logError(error);
	logError(new Error("No code."));
	const logged = lines.map((line) => JSON.parse(line).error.split("\n")[0]);
	expect(logged).toEqual([
		"P2036 SQLITE_BUSY Error: Error in external connector (id 0)",
		"Error: No code.",
	]);
});

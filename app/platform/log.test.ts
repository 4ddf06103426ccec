import { afterEach, expect, test, vi } from "vitest";
import { logError } from "./log.server.ts";

afterEach(() => vi.restoreAllMocks());

test("an error is logged with the codes of what caused it, which its own message may lack", () => {
	const lines: string[] = [];
	vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
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

import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { createUser } from "../factories/user.ts";
import { copyDatabase } from "../setup/database.ts";
import { dumpDatabase } from "../setup/dump.ts";
import { createClient } from "../setup/http-client.ts";
import { startServer } from "../setup/server.ts";
import { cookieOf, databaseFile } from "../setup/world.ts";

const FORMS: [string, Record<string, string>, string][] = [
	[
		"/settings",
		{ full_name: "Ada", company: "Engines" },
		"Failed to update profile. Please try again.",
	],
	["/auth/sign-out", {}, "Failed to sign out. Please try again."],
];

test("while the database takes nothing, a form says so and keeps what was typed", async () => {
	const file = copyDatabase();
	const held = new Database(file);
	const busy = await startServer(file);
	const client = createClient(busy.url, { cookie: await foreignSession(held) });
	held.exec("BEGIN IMMEDIATE");
	for (const [path, values, text] of FORMS) {
		const answer = await client.post(path, values);
		expect([path, answer.status]).toEqual([path, 500]);
		expect(answer.text).toContain(text);
		for (const typed of Object.values(values)) expect(answer.text).toContain(`value="${typed}"`);
	}
	held.exec("ROLLBACK");
	held.close();
	expect((await client.get("/dashboard")).status).toBe(200);
	expect(await busy.stop()).toBe(0);
	expect(busy.errors.join("\n")).toContain('"event":"error"');
});

/** A session in another database than this test's own, as SQL. */
async function foreignSession(held: Database.Database): Promise<string> {
	const user = await createUser();
	const rows = dumpDatabase(databaseFile);
	for (const table of ["User", "Session"] as const) {
		for (const text of rows[table] ?? []) {
			const row = JSON.parse(text) as Record<string, unknown>;
			if (row.id !== user.userId && row.id !== user.sessionId) continue;
			const names = Object.keys(row);
			held
				.prepare(
					`INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join()}) VALUES (${names.map(() => "?").join()})`,
				)
				.run(Object.values(row));
		}
	}
	return cookieOf(user);
}

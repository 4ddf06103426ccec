import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { applyMigrations } from "../../../bin/migrate.ts";

/** Migrates one database for the whole run; every test file works on a copy of it. */
export default async function setup() {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), "smallprint-test-"));
	const file = path.join(folder, "template.db");
	await applyMigrations(file);
	process.env.TEST_TEMPLATE_DATABASE = file;
	return () => fs.rmSync(folder, { recursive: true, force: true });
}

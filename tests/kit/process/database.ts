import fs from "node:fs";
import path from "node:path";

/** Copies the migrated database into a new folder. Returns the file. */
export function copyDatabase(): string {
	const template = process.env.TEST_TEMPLATE_DATABASE;
	if (!template) throw new Error("tests/kit/process/template-database.ts has not run");
	const folder = fs.mkdtempSync(path.join(path.dirname(template), "copy-"));
	const file = path.join(folder, "smallprint.db");
	fs.copyFileSync(template, file);
	return file;
}

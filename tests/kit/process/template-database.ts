import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { applyMigrations } from "../../../bin/migrate.ts";

/** Linux's file system in memory, where no commit waits for a disk. */
const MEMORY = "/dev/shm";
const ROOM_BYTES = 4 * 1024 ** 3;

/** Migrates one database for the whole run; every test file works on a copy of it. */
export default async function setup() {
	const parent = hasRoom(MEMORY) ? MEMORY : os.tmpdir();
	const folder = fs.mkdtempSync(path.join(parent, "smallprint-test-"));
	const file = path.join(folder, "template.db");
	await applyMigrations(file);
	process.env.TEST_TEMPLATE_DATABASE = file;
	return () => fs.rmSync(folder, { recursive: true, force: true });
}

function hasRoom(folder: string): boolean {
	if (!fs.existsSync(folder)) return false;
	const { bavail, bsize } = fs.statfsSync(folder);
	return bavail * bsize > ROOM_BYTES;
}

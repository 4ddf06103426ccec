import fs from "node:fs";
import type { AdminAccess } from "#app/accounts/access.server.ts";
import { lagMs, position, role } from "#app/platform/db/cluster.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { listMigrations, readJournalMode } from "./database-state.sql.ts";

/** Returns the database's file, journal mode and migrations. */
export async function readDatabaseState(_access: AdminAccess) {
	return {
		journalMode: readJournalMode(),
		bytes: sizeOf(env.databaseFile),
		logBytes: sizeOf(`${env.databaseFile}-wal`),
		migrations: listMigrations(),
		/** The state of this process. The position is null without LiteFS. */
		replication: { ...role(), lagMs: lagMs(), position: position() },
	};
}

function sizeOf(file: string): number {
	return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

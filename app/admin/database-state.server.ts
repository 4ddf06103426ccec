import fs from "node:fs";
import type { AdminAccess } from "#app/accounts/access.server.ts";
import { lagMs, position, role } from "#app/platform/db/cluster.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env.server.ts";

/** How the database stands: the file, its journal mode, and the migrations that made it. */
export async function readDatabaseState(_access: AdminAccess) {
	const [journal] = await db.$queryRaw<{ journal_mode: string }[]>`PRAGMA journal_mode`;
	const migrations = await db.$queryRaw<{ migration_name: string }[]>`
		SELECT migration_name FROM _prisma_migrations
		WHERE finished_at IS NOT NULL ORDER BY migration_name DESC`;
	return {
		journalMode: journal?.journal_mode ?? "unknown",
		bytes: sizeOf(env.databaseFile),
		logBytes: sizeOf(`${env.databaseFile}-wal`),
		migrations: migrations.map(({ migration_name }) => migration_name),
		/** As of the process that is asked; the position is null without LiteFS. */
		replication: { ...role(), lagMs: lagMs(), position: position() },
	};
}

function sizeOf(file: string): number {
	return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

import fs from "node:fs";
import { lagMs, position, role } from "~/lib/cluster.server";
import { db } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { type Keyset, pageOf } from "~/lib/keyset";
import type { AdminAccess } from "./access.server";

const EVENTS_A_PAGE = 20;

/** A page of Stripe's webhooks, the newest first, each with the account that it is about. */
export async function listWebhooks(_access: AdminAccess, before: Keyset | null) {
	const received = before && {
		receivedAt: { lte: before.at },
		OR: [{ receivedAt: { lt: before.at } }, { id: { lt: before.id } }],
	};
	const events = await db.stripeEvent.findMany({
		where: received ?? {},
		orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
		take: EVENTS_A_PAGE + 1,
		select: { id: true, type: true, customerId: true, receivedAt: true },
	});
	const { rows, next } = pageOf(
		events.map(({ receivedAt, ...event }) => ({ ...event, createdAt: receivedAt })),
		EVENTS_A_PAGE,
	);
	const customers = await db.customer.findMany({
		where: { id: { in: rows.flatMap(({ customerId }) => customerId ?? []) } },
		select: { id: true, user: { select: { id: true, email: true } } },
	});
	const accounts = new Map(customers.map(({ id, user }) => [id, user]));
	return {
		events: rows.map(({ createdAt, ...event }) => ({
			...event,
			receivedAt: createdAt,
			account: accounts.get(event.customerId ?? "") ?? null,
		})),
		next,
	};
}

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

import { transaction } from "#app/platform/db/db.server.ts";
import { eachRow } from "#app/platform/db/each-row.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { isJobWaiting, type JobKind } from "#app/platform/jobs/job.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { keepKey, newestSecretSince } from "./kept-key.sql.ts";
import { sealAnew } from "./seal.server.ts";

const NAME = "seal-anew";
const ROWS_AT_ONCE = 50;
/** How long the links in a mail, and the address to answer to, are to work after a change. */
const LINKS_MS = 30 * DAY_MS;

type Sealed = { id: string; sealedBody: Uint8Array | null };

/** A table with sealed rows: what they are sealed for, and how they are read and changed. */
export type SealedTable = {
	purpose: string;
	list: Parameters<typeof eachRow<Sealed>>[1];
	store: (id: string, sealedBody: Uint8Array<ArrayBuffer>) => Promise<unknown>;
};

/**
 * Returns the job that stores the key of mailboxes and, while SESSION_SECRET holds two, seals anew
 * what the old one sealed. A second run finds nothing to do.
 */
export function sealAnewJob(tables: SealedTable[]): JobKind {
	return {
		name: NAME,
		async run() {
			await transaction(async (tx) => keepKey(tx));
			if (env.formerSecret !== null) for (const table of tables) await sealRows(table);
			return { next: "done" };
		},
	};
}

async function sealRows({ purpose, list, store }: SealedTable): Promise<void> {
	for await (const { id, sealedBody } of eachRow(ROWS_AT_ONCE, list)) {
		const anew = sealedBody && sealAnew(purpose, sealedBody);
		if (anew) await store(id, anew);
	}
}

/**
 * Returns how a change of SESSION_SECRET stands; null while it holds one secret. `until`: when the
 * links that the old one signed are 30 days old, so that it can go; null while rows wait to be
 * sealed anew.
 */
export function readSecretChange(): { until: Date | null } | null {
	if (env.formerSecret === null) return null;
	const since = isJobWaiting({ name: NAME }) ? null : newestSecretSince();
	return { until: since && later(since, LINKS_MS) };
}

import { OPEN_CONVERSATION } from "#app/addresses/visibility.ts";
import { Prisma } from "#app/generated/prisma/client.ts";
import { db } from "#app/platform/db/db.server.ts";

const IS_OPEN = Prisma.raw(OPEN_CONVERSATION);

/** Moves with every write that another connection than Prisma's reader made. */
export async function watchedVersion(): Promise<bigint> {
	const [version] = await db.$queryRaw<{ data_version: bigint }[]>`PRAGMA data_version`;
	return version?.data_version ?? 0n;
}

/** The number of the newest message of the site, 0 where there is none. */
export async function newestMessage(): Promise<bigint> {
	const [newest] = await db.$queryRaw<{ row: bigint }[]>`
		SELECT coalesce(max(id), 0) AS row FROM Message`;
	return newest?.row ?? 0n;
}

/** The messages after one, of every conversation, oldest first. */
export function messagesAfter(row: bigint): Promise<{ row: bigint; submissionId: string }[]> {
	return db.$queryRaw`
		SELECT id AS row, submissionId FROM Message WHERE id > ${row} ORDER BY id`;
}

/** Those of these conversations that go on no longer: erased, or their owner's account is closed. */
export async function findEnded(submissionIds: string[]): Promise<string[]> {
	const rows = await db.$queryRaw<{ id: string }[]>`
		SELECT value AS id FROM json_each(${JSON.stringify(submissionIds)}) AS watched
		WHERE NOT EXISTS (
			SELECT 1 FROM Submission s JOIN Form f ON f.id = s.formId JOIN User u ON u.id = f.userId
			WHERE s.id = watched.value AND ${IS_OPEN}
		)`;
	return rows.map(({ id }) => id);
}

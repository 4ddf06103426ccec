import { OPEN_CONVERSATION } from "#app/addresses/visibility.ts";
import { Prisma } from "#app/generated/prisma/client.ts";
import { db } from "#app/platform/db/db.server.ts";

const IS_OPEN = Prisma.raw(OPEN_CONVERSATION);

/** Returns a number that changes when a connection other than Prisma's reader writes. */
export async function watchedVersion(): Promise<bigint> {
	const [version] = await db.$queryRaw<{ data_version: bigint }[]>`PRAGMA data_version`;
	return version?.data_version ?? 0n;
}

/** Returns the id of the site's newest message; 0 when there is none. */
export async function newestMessage(): Promise<bigint> {
	const [newest] = await db.$queryRaw<{ row: bigint }[]>`
		SELECT coalesce(max(id), 0) AS row FROM Message`;
	return newest?.row ?? 0n;
}

/** The most messages that one look at the database reads. */
export const MESSAGES_AT_ONCE = 500;

/** Returns the next messages of all conversations after this one, oldest first. */
export function messagesAfter(row: bigint): Promise<{ row: bigint; submissionId: string }[]> {
	return db.$queryRaw`
		SELECT id AS row, submissionId FROM Message WHERE id > ${row}
		ORDER BY id LIMIT ${MESSAGES_AT_ONCE}`;
}

/** Returns which conversations were erased or belong to a suspended or deleted account. */
export async function findEnded(submissionIds: string[]): Promise<string[]> {
	const rows = await db.$queryRaw<{ id: string }[]>`
		SELECT value AS id FROM json_each(${JSON.stringify(submissionIds)}) AS watched
		WHERE NOT EXISTS (
			SELECT 1 FROM Submission s JOIN Form f ON f.id = s.formId JOIN User u ON u.id = f.userId
			WHERE s.id = watched.value AND ${IS_OPEN}
		)`;
	return rows.map(({ id }) => id);
}

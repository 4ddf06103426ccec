import { clock } from "#app/platform/clock.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import type { TestUser } from "./user.ts";

/** Creates an internal note that names its owner, so that tests find it where it must not be. */
export function createNote({ userId }: Pick<TestUser, "userId">, submissionId: string) {
	return transaction((tx) =>
		tx.internalNote.create({
			data: {
				submissionId,
				afterMessageId: 0,
				text: `A note that nobody but ${userId} sees.`,
				requestId: crypto.randomUUID(),
				createdAt: clock.now(),
			},
			select: { id: true, text: true },
		}),
	);
}

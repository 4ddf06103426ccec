import type { AnswererAccess } from "#app/conversations/conversation-access.server.ts";
import type { ThreadPage } from "#app/conversations/thread.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { openContent } from "./mail-content.server.ts";

/** How many automatic replies a page of a thread shows. */
const SHOWN = 20;

/** Returns the newest automatic replies among the messages of a page, oldest first, for the owner. */
export async function automaticBetween(
	{ submissionId }: AnswererAccess,
	{ messages, earlier, later }: Pick<ThreadPage, "messages" | "earlier" | "later">,
) {
	const gte = earlier > 0 ? messages[0]?.createdAt : undefined;
	const lte = later > 0 ? messages.at(-1)?.createdAt : undefined;
	const mails = await db.inboundMail.findMany({
		where: {
			submissionId,
			outcome: "automatic",
			sealedBody: { not: null },
			receivedAt: { gte, lte },
		},
		orderBy: { receivedAt: "desc" },
		take: SHOWN,
		select: { id: true, sealedBody: true, receivedAt: true },
	});
	return mails.toReversed().flatMap(({ id, sealedBody, receivedAt: createdAt }) => {
		const content = openContent(sealedBody);
		if (!content) return [];
		const { from, text, rest, subject } = content;
		return [{ id, from, text: text || rest || subject, createdAt }];
	});
}

import { addOwnersReply, addVisitorsWords } from "#app/conversations/conversation.server.ts";
import type { Transaction } from "#app/platform/db/db.server.ts";
import type { Addressed } from "./addressed.server.ts";
import { type Content, describeFiles } from "./mail-content.server.ts";
import { tellFiles } from "./tell.server.ts";

/**
 * Adds a mail of a side to its conversation as one message, in the caller's transaction, as if it
 * had been written on the page. `id` is the mail's, and names the request.
 */
export async function addMail(
	tx: Transaction,
	addressed: Addressed,
	{ id, content }: { id: string; content: Content },
): Promise<void> {
	const { side, conversation } = addressed;
	const note = describeFiles(content.files);
	const message = [content.text, note && `[${note}]`].filter(Boolean).join("\n\n");
	const words = { message, requestId: id, via: "mail", rest: content.rest } as const;
	if (side === "visitor") await addVisitorsWords(tx, conversation, words);
	else await addOwnersReply(tx, conversation.id, words);
	const added = await tx.message.findUniqueOrThrow({
		where: { submissionId_requestId: { submissionId: conversation.id, requestId: id } },
		select: { id: true },
	});
	await tx.inboundMail.update({
		where: { id },
		data: {
			outcome: "added",
			reason: "",
			sealedBody: null,
			messageIdHeader: content.messageId,
			messageId: added.id,
		},
	});
	if (note) await tellFiles(tx, addressed, note);
}

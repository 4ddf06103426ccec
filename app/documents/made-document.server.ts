import type { AppAccess } from "#app/accounts/access.server.ts";
import { keyedHash } from "#app/platform/crypto/seal.server.ts";
import { db } from "#app/platform/db/db.server.ts";

/** What tells one press of Publish from another: the id of its page, and the text. */
type Press = { request_id: string; title: string; content: string };

/**
 * Returns the document that a press of the same page created before, and whether with the same text;
 * or null.
 */
export async function findMade(access: AppAccess, press: Press) {
	const { request_id, title, content } = press;
	const requestIds = [request_id, withOwnRequest(press).request_id];
	const made = await db.document.findMany({
		where: { appId: access.appId, app: { userId: access.userId }, requestId: { in: requestIds } },
		take: requestIds.length,
		select: {
			id: true,
			versions: { where: { revision: 1 }, take: 1, select: { title: true, content: true } },
		},
	});
	const same = made.find(({ versions: [first] }) => {
		return first?.title === title && first.content === content;
	});
	const found = same ?? made[0];
	return found ? { id: found.id, isSameText: same !== undefined } : null;
}

/** Returns the same with a request id that is the text's own, so that two presses still have one. */
export function withOwnRequest<Pressed extends Press>(press: Pressed): Pressed {
	const { request_id, title, content } = press;
	const own = keyedHash("new document", JSON.stringify([request_id, title, content]));
	return { ...press, request_id: own };
}

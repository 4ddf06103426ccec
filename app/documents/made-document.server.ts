import type { AppAccess } from "#app/accounts/access.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { pressId } from "#app/platform/press-id.server.ts";
import type { DocumentText } from "./document-page.server.ts";

/** What tells one press of Publish from another: the id of its page, and what was typed. */
type Press = DocumentText & {
	request_id: string;
	slug?: string;
	kind?: string | null;
	effective_on?: string;
	note?: string;
};

/**
 * Returns the document that a press of the same page created before, and whether it is still there
 * and of the same press; or null.
 */
export async function findMade(access: AppAccess, press: Press) {
	const requestIds = [press.request_id, withOwnRequest(press).request_id];
	const made = await db.document.findMany({
		where: { appId: access.appId, app: { userId: access.userId }, requestId: { in: requestIds } },
		take: requestIds.length,
		select: {
			id: true,
			slug: true,
			kind: true,
			deletedAt: true,
			versions: { where: { revision: 1 }, take: 1 },
		},
	});
	const same = made.find((document) => document.deletedAt === null && isOf(press, document));
	const found = same ?? made[0];
	return found ? { id: found.id, isSame: same !== undefined } : null;
}

type Made = {
	slug: string;
	kind: string | null;
	versions: {
		title: string;
		content: string;
		format: string | null;
		effectiveOn: string;
		note: string;
	}[];
};

function isOf(press: Press, { slug, kind, versions: [first] }: Made): boolean {
	const { title, content, format = null, effective_on = "", note = "" } = press;
	return (
		first?.title === title &&
		first.content === content &&
		first.format === format &&
		first.effectiveOn === effective_on &&
		first.note === note &&
		(press.kind ?? null) === kind &&
		(!press.slug || press.slug === slug)
	);
}

/** Returns the same with a request id that is the text's own, so that two presses still have one. */
export function withOwnRequest<Pressed extends Press>(press: Pressed): Pressed {
	const { request_id, title, content } = press;
	return { ...press, request_id: pressId(request_id, title, content) };
}

import { db } from "#app/platform/db/db.server.ts";
import { fitsInt } from "#app/platform/db/page.ts";

const MESSAGES_A_PAGE = 50;
/** How many bytes a page shows of its messages at most. A page that hydrates has them twice. */
const TEXT_A_PAGE = 120_000;

/** How much of what was cut off a mail is shown, in characters. The export has all of it. */
const REST_SHOWN = 4_000;

/** A message's id, who wrote it: user (the visitor) or admin (the owner), and where: page or mail. */
type Message = {
	id: number;
	senderType: string;
	message: string;
	createdAt: Date;
	via: string;
	/** What was cut off a mail. */
	rest: string;
};

/** A page of a conversation, oldest first. */
export type ThreadPage = {
	messages: Message[];
	/** How many messages come before the page's, and how many after. */
	earlier: number;
	later: number;
	/** The last message before the page's; null if there is none. */
	earlierId: number | null;
	/** The newest message of the reader's own, if it is among the conversation's newest; else 0. */
	ownId: number;
};

/**
 * Returns the newest 50 messages of a conversation, or the 50 before the message `before`; fewer
 * where they are long. Before the first message there are none, so that is the newest page too.
 * `self` is the reader.
 */
export async function readThread(
	submissionId: string,
	{ self, before }: { self: "user" | "admin"; before: number | null },
): Promise<ThreadPage> {
	const found = await db.message.findMany({
		where: { submissionId, ...(before !== null && { id: { lt: before } }) },
		orderBy: { id: "desc" },
		take: MESSAGES_A_PAGE + 1,
		select: {
			id: true,
			senderType: true,
			message: true,
			createdAt: true,
			via: true,
			rest: true,
		},
	});
	if (found.length === 0 && before !== null)
		return readThread(submissionId, { self, before: null });
	const newest =
		before === null
			? found
			: await db.message.findMany({
					where: { submissionId },
					orderBy: { id: "desc" },
					take: MESSAGES_A_PAGE,
					select: { id: true, senderType: true },
				});
	const shown = fitting(found.slice(0, MESSAGES_A_PAGE).map(withStartOfRest));
	const earlierId = found[shown.length]?.id ?? null;
	const count = (id?: { lte: number } | { gte: number }) =>
		db.message.count({ where: { submissionId, id } });
	return {
		messages: shown.toReversed(),
		earlier: earlierId === null ? 0 : await count({ lte: earlierId }),
		later: before === null ? 0 : await count({ gte: before }),
		earlierId,
		ownId: newest.find(({ senderType }) => senderType === self)?.id ?? 0,
	};
}

function withStartOfRest({ rest, ...message }: Message): Message {
	if (rest.length <= REST_SHOWN) return { ...message, rest };
	return { ...message, rest: `${rest.slice(0, REST_SHOWN).toWellFormed()}…` };
}

/** Reads the message that an address's page ends before; null for the newest page. */
export function readBefore(url: URL): number | null {
	const before = Number(url.searchParams.get("before"));
	return fitsInt(before) && before > 0 ? before : null;
}

/** Returns the messages that fit on a page, but always the first. */
function fitting(messages: Message[]): Message[] {
	let size = 0;
	const end = messages.findIndex(({ message, rest }) => {
		size += Buffer.byteLength(message) + Buffer.byteLength(rest);
		return size > TEXT_A_PAGE;
	});
	return end === -1 ? messages : messages.slice(0, Math.max(end, 1));
}

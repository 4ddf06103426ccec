import type { ThreadPage } from "#app/conversations/thread.server.ts";
import { formatDay, MINUTE_MS } from "#app/platform/time.ts";

/** What is written sooner after its group's first message shows no time of its own. */
const GROUP_MS = 10 * MINUTE_MS;

export type Note = { id: number; afterMessageId: number; text: string; createdAt: Date };

/** A reply that a program sent by mail, with the address that it is from. */
export type AutomaticReply = { id: string; from: string; text: string; createdAt: Date };

/**
 * A message, a note or an automatic reply, with the day above it if that is another, and whether it
 * begins a group.
 */
export type Entry = {
	id: number | string;
	from: "user" | "admin" | "note" | "automatic";
	text: string;
	at: Date;
	/** Where a message was written: page or mail. */
	via?: string;
	/** What was cut off a mail. */
	rest?: string;
	/** The address that an automatic reply is from. */
	address?: string;
	day: string | null;
	isFirst: boolean;
};

type Around = { timeZone?: string; dayBefore: string | null; automatic?: AutomaticReply[] };

/**
 * Returns a page's messages with its notes and automatic replies, in their order. `dayBefore` is
 * what the page has above them.
 * Days are those of the time zone; undefined is the reader's own.
 */
export function entriesOf(
	messages: ThreadPage["messages"],
	notes: Note[],
	{ timeZone, dayBefore, automatic = [] }: Around,
): Entry[] {
	const waiting = [...notes];
	const replies = [...automatic];
	const written: Omit<Entry, "day" | "isFirst">[] = [];
	const takeNotes = (before: number) => {
		while (waiting[0] && waiting[0].afterMessageId < before) {
			const { id, text, createdAt } = waiting.shift() as Note;
			written.push({ id, from: "note", text, at: createdAt });
		}
	};
	const takeReplies = (before?: Date) => {
		while (replies[0] && (!before || replies[0].createdAt < before)) {
			const { id, from, text, createdAt } = replies.shift() as AutomaticReply;
			written.push({ id, from: "automatic", address: from, text, at: createdAt });
		}
	};
	for (const { id, senderType, message, createdAt, via, rest } of messages) {
		takeNotes(id);
		takeReplies(createdAt);
		const from = senderType as "user" | "admin";
		written.push({ id, from, text: message, at: createdAt, via, rest });
	}
	takeNotes(Number.POSITIVE_INFINITY);
	takeReplies();
	return grouped(written, { timeZone, dayBefore });
}

/** Says of each entry whether it begins a day or a group of one side's. */
function grouped(
	written: Omit<Entry, "day" | "isFirst">[],
	{ timeZone, dayBefore }: Around,
): Entry[] {
	let previous: string | null = dayBefore;
	let group: { from: string; at: Date; via?: string } | null = null;
	return written.map((entry) => {
		const day = formatDay(entry.at, timeZone);
		const isNewDay = day !== previous;
		previous = day;
		const goesOn =
			!isNewDay &&
			group?.from === entry.from &&
			entry.from !== "note" &&
			group.via === entry.via &&
			entry.at.getTime() - group.at.getTime() < GROUP_MS;
		if (!goesOn) group = entry;
		return { ...entry, day: isNewDay ? day : null, isFirst: !goesOn };
	});
}

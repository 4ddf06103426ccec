import type { ThreadPage } from "#app/conversations/thread.server.ts";
import { formatDay, MINUTE_MS } from "#app/platform/time.ts";

/** What is written sooner after its group's first message shows no time of its own. */
const GROUP_MS = 10 * MINUTE_MS;

export type Note = { id: number; afterMessageId: number; text: string; createdAt: Date };

/** A message or a note, with the day above it if that is another, and whether it begins a group. */
export type Entry = {
	id: number;
	from: "user" | "admin" | "note";
	text: string;
	at: Date;
	day: string | null;
	isFirst: boolean;
};

/**
 * Returns a page's messages and notes in their order. `dayBefore` is what the page has above them.
 * Days are those of the time zone; undefined is the reader's own.
 */
export function entriesOf(
	messages: ThreadPage["messages"],
	notes: Note[],
	{ timeZone, dayBefore }: { timeZone?: string; dayBefore: string | null },
): Entry[] {
	const waiting = [...notes];
	const written: Pick<Entry, "id" | "from" | "text" | "at">[] = [];
	const takeNotes = (before: number) => {
		while (waiting[0] && waiting[0].afterMessageId < before) {
			const { id, text, createdAt } = waiting.shift() as Note;
			written.push({ id, from: "note", text, at: createdAt });
		}
	};
	for (const { id, senderType, message, createdAt } of messages) {
		takeNotes(id);
		written.push({ id, from: senderType as "user" | "admin", text: message, at: createdAt });
	}
	takeNotes(Number.POSITIVE_INFINITY);

	let previous: string | null = dayBefore;
	let group: { from: string; at: Date } | null = null;
	return written.map((entry) => {
		const day = formatDay(entry.at, timeZone);
		const isNewDay = day !== previous;
		previous = day;
		const goesOn =
			!isNewDay &&
			group?.from === entry.from &&
			entry.from !== "note" &&
			entry.at.getTime() - group.at.getTime() < GROUP_MS;
		if (!goesOn) group = entry;
		return { ...entry, day: isNewDay ? day : null, isFirst: !goesOn };
	});
}

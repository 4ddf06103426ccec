import type { ReactNode } from "react";
import type { ThreadPage } from "#app/conversations/thread.server.ts";
import type { Answer } from "#app/forms/answers.ts";
import { formatCount } from "#app/platform/count.ts";
import { formatDateTime, formatDay, formatTime } from "#app/platform/time.ts";
import { LinkedText } from "#app/ui/link/linked-text.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { SubmittedAnswers } from "./submitted-answers.tsx";
import { type AutomaticReply, type Entry, entriesOf, type Note } from "./thread-entries.ts";
import { ThreadWay } from "./thread-way.tsx";
import { useNewestInView } from "./use-newest-in-view.ts";

type ThreadProps = {
	thread: ThreadPage & { answers: Answer[] };
	/** When the visitor sent the form. */
	askedAt: Date;
	/** The conversation's address, which shows the newest messages. */
	path: string;
	/** The reader's own sender type. */
	self: "user" | "admin";
	/** The name of the other side. */
	otherName: string;
	/** The id of the form with the box to write in, if the page has one. */
	boxId: string | undefined;
	/** The owner's notes, and the way to delete one. */
	notes?: Note[];
	noteAction?: (id: number) => ReactNode;
	/** Replies that programs sent by mail, for the owner. */
	automatic?: AutomaticReply[];
};

/**
 * A page of a conversation, oldest first, below what was asked, with ways to the others. Times are
 * the reader's own with scripts, and UTC without.
 */
export function Thread(props: ThreadProps) {
	const { thread, askedAt, path, self, otherName, boxId, notes = [], noteAction } = props;
	const { automatic } = props;
	const { messages, earlier, earlierId, later } = thread;
	const timeZone = useHydrated() ? undefined : "UTC";
	const entries = `${messages.at(-1)?.id} ${notes.length}`;
	useNewestInView({ entries, ownId: thread.ownId, isNewest: later === 0 });
	const askedOn = formatDay(askedAt, timeZone);
	const dayBefore = earlierId === null ? askedOn : null;
	const names = { user: otherName, admin: otherName, [self]: "You" };
	return (
		// Reading earlier pages is no news.
		<div role="log" aria-label="Conversation" aria-live={later > 0 ? "off" : undefined}>
			<article className="entry">
				<h2 className="day">{askedOn}</h2>
				<p className="message-meta">
					{names.user} asked · <Time at={askedAt} timeZone={timeZone} />
				</p>
				<div className="message" data-from="first">
					<SubmittedAnswers answers={thread.answers} />
				</div>
			</article>
			{earlierId !== null && (
				// The hash leads to where the reader goes on, at the end of the page before.
				<nav className="pagination" aria-label="Earlier messages">
					<ThreadWay to={`${path}?before=${messages[0]?.id}#${anchorOf(earlierId)}`} boxId={boxId}>
						Earlier messages ({formatCount(earlier)})
					</ThreadWay>
				</nav>
			)}
			<ol className="thread" aria-label="Messages">
				{entriesOf(messages, notes, { timeZone, dayBefore, automatic }).map((entry) => (
					<ThreadEntry
						key={`${entry.from} ${entry.id}`}
						entry={entry}
						isOwn={entry.from === self}
						name={entry.from === "user" || entry.from === "admin" ? names[entry.from] : ""}
						timeZone={timeZone}
						action={entry.from === "note" && noteAction?.(Number(entry.id))}
					/>
				))}
			</ol>
			{later > 0 && (
				<nav className="pagination" aria-label="Later messages">
					<ThreadWay to={path} boxId={boxId}>
						Newest messages ({formatCount(later)} later)
					</ThreadWay>
				</nav>
			)}
		</div>
	);
}

type ThreadEntryProps = {
	entry: Entry;
	isOwn: boolean;
	name: string;
	timeZone: string | undefined;
	action: ReactNode;
};

function ThreadEntry({ entry, isOwn, name, timeZone, action }: ThreadEntryProps) {
	const { id, from, text, at, day, isFirst, via, rest } = entry;
	const isNote = from === "note";
	const side = isNote ? "note" : isOwn ? "self" : undefined;
	return (
		<li
			className="entry"
			data-from={side}
			data-starts={isFirst || undefined}
			id={typeof id === "number" && !isNote ? anchorOf(id) : undefined}
		>
			{day && <h2 className="day">{day}</h2>}
			{from === "automatic" ? (
				<Automatic entry={entry} timeZone={timeZone} />
			) : (
				<>
					{isFirst && !isNote && (
						<p className="message-meta">
							{name} · <Time at={at} timeZone={timeZone} />
							{via === "mail" && " · by mail"}
						</p>
					)}
					<div className="message" data-from={side}>
						{isNote && (
							<p className="note-head">
								<strong>Only you see this</strong> <Time at={at} timeZone={timeZone} />
								{action}
							</p>
						)}
						<p className="message-text" dir="auto">
							<LinkedText text={text} />
						</p>
						{rest && <Unfolding label="Show what was cut" text={rest} />}
					</div>
				</>
			)}
		</li>
	);
}

/** A grey line for what a program sent, with its words folded. */
function Automatic({ entry, timeZone }: Pick<ThreadEntryProps, "entry" | "timeZone">) {
	return (
		<div>
			<p className="message-meta">
				Automatic reply from <bdi>{entry.address}</bdi> · <Time at={entry.at} timeZone={timeZone} />
			</p>
			<Unfolding label="Show it" text={entry.text} />
		</div>
	);
}

function Unfolding({ label, text }: { label: string; text: string }) {
	return (
		<details className="unfolding">
			<summary>{label}</summary>
			<p className="message-text" dir="auto">
				{text}
			</p>
		</details>
	);
}

/** A time of day, with its whole date on hover. */
function Time({ at, timeZone }: { at: Date; timeZone: string | undefined }) {
	return (
		<time dateTime={at.toISOString()} title={formatDateTime(at)}>
			{formatTime(at, timeZone)}
		</time>
	);
}

function anchorOf(id: number): string {
	return `message-${id}`;
}

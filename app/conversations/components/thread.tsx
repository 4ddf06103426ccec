import type { ThreadPage } from "#app/conversations/thread.server.ts";
import { formatCount } from "#app/platform/count.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { ThreadWay } from "./thread-way.tsx";

type ThreadProps = {
	thread: Omit<ThreadPage, "ownId">;
	/** The conversation's address, which shows the newest messages. */
	path: string;
	/** The reader's own sender type. */
	self: "user" | "admin";
	/** The name of the other side. */
	otherName: string;
	/** The id of the form with the box to write in, if the page has one. */
	boxId: string | undefined;
};

/** A page of a conversation's messages, oldest first, with ways to the others. */
export function Thread({ thread, path, self, otherName, boxId }: ThreadProps) {
	const { messages, earlier, earlierId, later } = thread;
	const [first] = messages;
	if (!first) return <p className="muted">No messages yet.</p>;
	return (
		<>
			{earlierId !== null && (
				// The hash leads to where the reader goes on, at the end of the page before.
				<nav className="pagination" aria-label="Earlier messages">
					<ThreadWay to={`${path}?before=${first.id}#${anchorOf(earlierId)}`} boxId={boxId}>
						Earlier messages ({formatCount(earlier)})
					</ThreadWay>
				</nav>
			)}
			<ol className="thread" aria-label="Messages">
				{messages.map((message) => {
					const isOwn = message.senderType === self;
					return (
						<li
							className="message"
							key={message.id}
							id={anchorOf(message.id)}
							data-from={isOwn ? "self" : undefined}
						>
							<p dir="auto">{message.message}</p>
							<p className="message-meta">
								{isOwn ? "You" : otherName} ·{" "}
								<time dateTime={message.createdAt.toISOString()}>
									{formatDateTime(message.createdAt)}
								</time>
							</p>
						</li>
					);
				})}
			</ol>
			{later > 0 && (
				<nav className="pagination" aria-label="Later messages">
					<ThreadWay to={path} boxId={boxId}>
						Newest messages ({formatCount(later)} later)
					</ThreadWay>
				</nav>
			)}
		</>
	);
}

function anchorOf(id: number): string {
	return `message-${id}`;
}

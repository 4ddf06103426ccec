import { formatDateTime } from "#app/platform/time.ts";

type ThreadMessage = { id: number; senderType: string; message: string; createdAt: Date };

type ThreadProps = {
	messages: ThreadMessage[];
	/** The reader's own sender type. */
	self: "user" | "admin";
	/** The name of the other side. */
	otherName: string;
};

/** The messages of a conversation, oldest first. */
export function Thread({ messages, self, otherName }: ThreadProps) {
	if (messages.length === 0) return <p className="muted">No messages yet.</p>;
	return (
		<ol className="thread" aria-label="Messages">
			{messages.map((message) => {
				const isOwn = message.senderType === self;
				return (
					<li className="message" key={message.id} data-from={isOwn ? "self" : undefined}>
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
	);
}

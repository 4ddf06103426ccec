import { formatDateTime } from "#app/platform/time.ts";

type ActListProps = {
	acts: { id: string; actorEmail: string; summary: string; createdAt: Date }[];
};

/** What administrators did, the newest first. */
export function ActList({ acts }: ActListProps) {
	if (acts.length === 0) return <p className="muted">Nothing so far.</p>;
	return (
		<ul className="item-list">
			{acts.map(({ id, actorEmail, summary, createdAt }) => (
				<li key={id}>
					<span className="item-title" dir="auto">
						{summary}
					</span>
					<span className="item-text">
						{actorEmail} ·{" "}
						<time dateTime={createdAt.toISOString()}>{formatDateTime(createdAt)}</time>
					</span>
				</li>
			))}
		</ul>
	);
}

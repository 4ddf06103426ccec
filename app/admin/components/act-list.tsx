import type { listActs } from "#app/admin/audit.server.ts";
import { formatDateTime } from "#app/platform/time.ts";

type Act = Awaited<ReturnType<typeof listActs>>["rows"][number];

/** Entries of the audit log, newest first. */
export function ActList({ acts }: { acts: Act[] }) {
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

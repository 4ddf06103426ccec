import type { UserRecord } from "#app/admin/user-administration.server.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { Badge } from "#app/ui/list/badge.tsx";
import { Card } from "#app/ui/list/card.tsx";

const TONES = { Sent: "success", Failed: "danger", Waiting: "neutral" } as const;

/** The latest mails to an account, by subject only. */
export function UserMailsCard({ mails }: Pick<UserRecord, "mails">) {
	return (
		<Card title="Last mails to this address">
			{mails.length === 0 ? (
				<p className="muted">None in the last 30 days.</p>
			) : (
				<ul className="item-list">
					{mails.map(({ id, subject, state, createdAt, lastError }) => (
						<li key={id}>
							<span className="item-title" dir="auto">
								{subject}
							</span>
							<Badge tone={TONES[state]}>{state}</Badge>
							<span className="item-text">
								{formatDateTime(createdAt)}
								{state !== "Sent" && lastError && ` · ${lastError}`}
							</span>
						</li>
					))}
				</ul>
			)}
		</Card>
	);
}

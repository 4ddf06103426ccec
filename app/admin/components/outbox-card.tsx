import { Form } from "react-router";
import type { readOutbox } from "#app/admin/outbox-administration.server.ts";
import { paths } from "#app/paths.ts";
import { formatCount } from "#app/platform/count.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { Button } from "#app/ui/button/button.tsx";
import { Card } from "#app/ui/list/card.tsx";
import { Figure } from "#app/ui/list/figure.tsx";

type OutboxCardProps = { outbox: Awaited<ReturnType<typeof readOutbox>>; maySend: boolean };

/** The state of the outbox, and its failed mails with a button to send them again. */
export function OutboxCard({ outbox, maySend }: OutboxCardProps) {
	return (
		<Card title="Mail">
			<dl className="figures">
				<Figure label="Waiting" value={formatCount(outbox.waiting)} />
				<Figure label="Failed" value={formatCount(outbox.failed)} />
				<Figure label="Sent today" value={formatCount(outbox.sentToday)} />
			</dl>
			{outbox.delays.map(({ stream, reason, since }) => (
				<p key={stream}>
					Mail of the {stream} stream waits, and is tried again; the oldest since{" "}
					{formatDateTime(since)}. The last attempt said: {reason}
				</p>
			))}
			{outbox.mails.length > 0 && (
				<>
					<ul className="item-list">
						{outbox.mails.map((mail) => (
							<li key={mail.id}>
								<span className="item-title" dir="auto">
									{mail.subject}
								</span>
								{maySend && (
									<Form method="post" action={paths.admin.mail({ mailId: mail.id })}>
										<button type="submit" className="link-button">
											Send again
											<span className="visually-hidden"> to {mail.recipient}</span>
										</button>
									</Form>
								)}
								<span className="item-text">
									To {mail.recipient} · {mail.kind} · tried {mail.attempts}{" "}
									{mail.attempts === 1 ? "time" : "times"}
									{mail.failedAt && `, failed for good on ${formatDateTime(mail.failedAt)}`}
									{mail.lastError && `: ${mail.lastError}`}
								</span>
							</li>
						))}
					</ul>
					{outbox.failed > outbox.mails.length && (
						<p className="muted small">
							These are the {outbox.mails.length} that failed last, of {outbox.failed}.
						</p>
					)}
				</>
			)}
			{maySend && (outbox.mails.length > 0 || outbox.delays.length > 0) && (
				<Form method="post" action={paths.admin.mails} className="cluster">
					<Button>Send all again</Button>
					<span className="muted small">
						Mail that waits is tried at once, too. A link in an old mail may have expired. A mail
						older than three days is tried only once.
					</span>
				</Form>
			)}
		</Card>
	);
}

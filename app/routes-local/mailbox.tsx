import { listMail } from "#app/platform/mail/outbox.server.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { NarrowShell } from "#app/ui/frame/page-shell.tsx";
import { EmptyState } from "#app/ui/list/empty-state.tsx";
import type { Route } from "./+types/mailbox";

export const meta: Route.MetaFunction = () => [{ title: "Local mailbox · Smallprint" }];

export async function loader() {
	return { mails: await listMail() };
}

export default function Mailbox({ loaderData }: Route.ComponentProps) {
	return (
		<NarrowShell
			title="Local mailbox"
			intro="Every mail that this machine would have sent, newest first."
		>
			{loaderData.mails.length === 0 ? (
				<EmptyState title="No mail yet" text="Create an account, and its mail appears here." />
			) : (
				<ul className="item-list">
					{loaderData.mails.map((mail) => (
						<li key={mail.id}>
							<a className="item-title" href={`/local/mailbox/${mail.id}`}>
								{mail.subject}
							</a>
							<div className="item-side">
								<span className="item-meta">{formatDateTime(mail.createdAt)}</span>
							</div>
							<p className="item-text">To {mail.recipient}</p>
						</li>
					))}
				</ul>
			)}
		</NarrowShell>
	);
}

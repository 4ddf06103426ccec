import { Link } from "react-router";
import { PriorityBadge, StatusBadge } from "#app/conversations/components/status-badge.tsx";
import type { listSubmissions } from "#app/conversations/submission-list.server.ts";
import { paths } from "#app/paths.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { Badge } from "#app/ui/list/badge.tsx";

type Listed = ReturnType<typeof listSubmissions>["submissions"][number];

type SubmissionRowProps = {
	submission: Listed;
	/** Whether the list has submissions of several apps. */
	showsApp: boolean;
	boxId?: string;
	isTicked: boolean;
};

/** A row of the list; on a phone, a card whose name is the link. */
export function SubmissionRow({ submission, showsApp, boxId, isTicked }: SubmissionRowProps) {
	const { id, email, name, isNew, messageCount, lastActivityAt, verifiedAt } = submission;
	const to = paths.conversation.thread({ submissionId: id });
	const who = name || email;
	return (
		<tr data-new={isNew || undefined}>
			<th scope="row">
				<div className="submission-person">
					<label className="submission-box">
						<input type="checkbox" name="id" value={id} id={boxId} defaultChecked={isTicked} />
						<span className="visually-hidden">Select {email}</span>
					</label>
					<div className="submission-who">
						{verifiedAt ? (
							<Link to={to} dir="auto">
								{who}
							</Link>
						) : (
							<span dir="auto">{who}</span>
						)}
						{name && <div className="submission-meta">{email}</div>}
					</div>
				</div>
			</th>
			<td className="submission-state">
				<SubmissionBadges submission={submission} />
			</td>
			<td className="submission-messages">
				<p className="submission-words" dir="auto">
					{submission.words ?? "Not verified yet. It is shown to you once the address is proved."}
				</p>
				<p className="submission-meta" dir="auto">
					{messageCount} {messageCount === 1 ? "message" : "messages"}
					{showsApp && ` · ${submission.appName}`} · {submission.formTitle}
				</p>
			</td>
			<td className="submission-time">
				<time dateTime={lastActivityAt.toISOString()} title={formatDateTime(lastActivityAt)}>
					{submission.ago}
				</time>
			</td>
			<td className="submission-action">
				{verifiedAt === null ? (
					<Button type="button" className="button-s" disabled>
						Awaiting Verification
					</Button>
				) : (
					<ButtonLink
						to={to}
						className="button-s"
						aria-label={`${isNew ? "Reply to" : "View chat with"} ${email}`}
					>
						{isNew ? "Reply" : "View Chat"}
					</ButtonLink>
				)}
			</td>
		</tr>
	);
}

function SubmissionBadges({ submission }: { submission: Listed }) {
	const { isNew, state, status, priority, tags } = submission;
	return (
		<div className="tags">
			{isNew && <Badge tone="info">New</Badge>}{" "}
			<Badge tone={state === "Active Session" ? "success" : "neutral"}>{state}</Badge>
			{status !== "new" && <StatusBadge status={status} />}
			<PriorityBadge priority={priority} />
			{tags.map((tag) => (
				<Badge key={tag}>
					<span dir="auto">#{tag}</span>
				</Badge>
			))}
		</div>
	);
}

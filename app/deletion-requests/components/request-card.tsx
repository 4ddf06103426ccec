import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { Card } from "#app/ui/list/card.tsx";
import type { ShownRequest } from "../requests/read-request.server.ts";
import { describeScope, outcomeOf } from "../requests/request.ts";
import { Day } from "./day.tsx";
import { RequestDays } from "./request-days.tsx";

type RequestCardProps = {
	request: ShownRequest;
	appId: string;
	/** Whether the reader may answer it: its owner may, and an administrator may not. */
	mayAnswer: boolean;
};

/** How a deletion request stands, and its two buttons, above the owner's side of the conversation. */
export function RequestCard({ request, appId, mayAnswer }: RequestCardProps) {
	const { number, askedAt, dueAt, closedAt, outcome, erasedAt } = request;
	const ids = { appId, number: String(number) };
	const isOpen = outcome === "";
	return (
		<Card
			title={`Deletion request no. ${number}`}
			tone={request.isLate ? "danger" : "plain"}
			actions={<RequestBadge request={request} />}
		>
			<p>
				Asked for on <Day at={askedAt} />: delete {describeScope(request)}.{" "}
				{closedAt ? (
					<>
						{outcomeOf(request)} on <Day at={closedAt} />.
					</>
				) : (
					<>
						To be done by <Day at={dueAt} />.
					</>
				)}
			</p>
			{outcome === "taken_back" && <p>Please do not delete anything.</p>}
			{request.isAppTrashed && isOpen && (
				<p>The app is in the trash. The request stays open, and you can answer it here.</p>
			)}
			{erasedAt && (
				<p className="muted small">
					This conversation and the person’s address are erased on <Day at={erasedAt} />.
				</p>
			)}
			{mayAnswer && (isOpen || outcome === "refused") && (
				<div className="cluster">
					<ButtonLink to={paths.deletions.done(ids)} variant={isOpen ? "primary" : "secondary"}>
						Deleted: tell them
					</ButtonLink>
					{isOpen && <ButtonLink to={paths.deletions.refusal(ids)}>Refuse…</ButtonLink>}
				</div>
			)}
		</Card>
	);
}

/** A request's outcome; while it waits, how much time there is. */
export function RequestBadge({
	request,
}: {
	request: Pick<ShownRequest, "outcome" | "isLate" | "due">;
}) {
	if (request.outcome) {
		return (
			<Badge tone={request.outcome === "done" ? "success" : "neutral"}>{outcomeOf(request)}</Badge>
		);
	}
	const { due } = request;
	return (
		<Badge
			tone={request.isLate ? "danger" : "info"}
		>{`${due[0]?.toUpperCase()}${due.slice(1)}`}</Badge>
	);
}

/** The same for the person who asked, in the conversation, also when its hour is over. */
export function VisitorRequestCard({
	request,
}: {
	request: ShownRequest & { statusPath: string };
}) {
	return (
		<Card title={`Deletion request no. ${request.number}`}>
			<RequestDays request={request} />
			<p>
				<a href={request.statusPath}>
					{request.outcome === "" ? "See how it stands, or take it back" : "See how it stands"}
				</a>
			</p>
		</Card>
	);
}

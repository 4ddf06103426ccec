import { Link } from "react-router";
import { toQuery } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { formatCount } from "#app/platform/count.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { EmptyState } from "#app/ui/list/empty-state.tsx";
import { OlderPage } from "#app/ui/list/older-page.tsx";
import { Tabs } from "#app/ui/tabs/tabs.tsx";
import { COUNT_MAX, describeScope } from "../requests/request.ts";
import { Day } from "./day.tsx";
import { RequestBadge } from "./request-card.tsx";

type Listed = {
	number: number;
	scope: string;
	askedAt: Date;
	dueAt: Date;
	closedAt: Date | null;
	outcome: string;
	submissionId: string | null;
	email: string | null;
	isNew: boolean;
	isLate: boolean;
	due: string;
};

type RequestListProps = {
	appId: string;
	isTrashed: boolean;
	requests: Listed[];
	counts: { open: number; late: number; closed: number };
	isClosed: boolean;
	/** Whether the page is not the first. */
	isLater: boolean;
	next: string | null;
};

/** A page of an app's deletion requests: those that wait by day, or the answered ones. */
export function RequestList({ requests, counts, isClosed, next, ...list }: RequestListProps) {
	const show = isClosed ? "answered" : "";
	const late = counts.late > 0 ? `, ${countOf(counts.late)} late` : "";
	return (
		<div className="stack">
			<Tabs
				label="Which requests"
				tabs={[
					{ label: `Open ${countOf(counts.open)}${late}`, to: "?", current: !isClosed },
					{
						label: `Answered ${countOf(counts.closed)}`,
						to: "?show=answered",
						current: isClosed,
					},
				]}
			/>
			{requests.length === 0 ? (
				<Nothing {...list} isClosed={isClosed} hasAny={counts.open + counts.closed > 0} />
			) : (
				sections(requests, isClosed).map(({ title, rows }) => (
					<section key={title} aria-label={title}>
						{!isClosed && <h2>{title}</h2>}
						<ul className="item-list">
							{rows.map((request) => (
								<RequestRow key={request.number} request={request} />
							))}
						</ul>
					</section>
				))
			)}
			<OlderPage
				isLater={list.isLater}
				to={next && toQuery({ show, before: next })}
				firstTo={toQuery({ show })}
			/>
		</div>
	);
}

/** "12", or "1,000+" for more than are counted. */
function countOf(count: number): string {
	return count > COUNT_MAX ? `${formatCount(COUNT_MAX)}+` : String(count);
}

/** The late ones, those of the next seven days, and the others. */
function sections(requests: Listed[], isClosed: boolean) {
	if (isClosed) return [{ title: "Answered", rows: requests }];
	const late = requests.filter(({ isLate }) => isLate);
	const others = requests.filter(({ isLate }) => !isLate);
	return [
		{ title: "Late", rows: late },
		{ title: "Waiting", rows: others },
	].filter(({ rows }) => rows.length > 0);
}

function RequestRow({ request }: { request: Listed }) {
	const { number, submissionId, email, askedAt, dueAt, closedAt, isNew } = request;
	return (
		<li>
			<span className="item-title">
				{submissionId && email ? (
					<Link to={paths.conversation.thread({ submissionId })}>{email}</Link>
				) : (
					<span className="muted">Request no. {number}, erased</span>
				)}
			</span>
			<span className="item-side">
				{isNew && <Badge tone="info">New message</Badge>}
				<RequestBadge request={request} />
			</span>
			<span className="item-text">
				No. {number} · {describeScope(request)} · asked for on <Day at={askedAt} /> ·{" "}
				{closedAt ? (
					<>
						closed on <Day at={closedAt} />
					</>
				) : (
					<>
						to be done by <Day at={dueAt} />
					</>
				)}
			</span>
		</li>
	);
}

type NothingProps = { appId: string; isTrashed: boolean; isClosed: boolean; hasAny: boolean };

function Nothing({ appId, isTrashed, isClosed, hasAny }: NothingProps) {
	if (isClosed) {
		return (
			<EmptyState
				title="No request has been answered"
				text="Those that are done, refused or taken back stand here for two years, as proof. What the people wrote is erased after 30 days."
			/>
		);
	}
	if (hasAny || isTrashed) {
		return <EmptyState title="No request waits" text="All deletion requests are answered." />;
	}
	return (
		<EmptyState
			title="No deletion requests yet"
			text="Google Play requires a page where people can ask for the deletion of their account, if they can make one in the app. You can open one here, on every plan; each request then stands in this list with its day."
		>
			<ButtonLink to={paths.deletions.page({ appId })} variant="primary">
				Set up the deletion page
			</ButtonLink>
		</EmptyState>
	);
}

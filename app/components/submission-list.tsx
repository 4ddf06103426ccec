import { Form, Link } from "react-router";
import { formatDateTime } from "~/lib/time";
import { Badge } from "./badge";
import { Button, ButtonLink } from "./button";
import { EmptyState } from "./empty-state";

type ListedSubmission = {
	id: string;
	email: string;
	state: string;
	messageCount: number;
	lastActivityAt: Date;
	lastSender: string;
	verifiedAt: Date | null;
	isNew: boolean;
	form: { title: string };
};

type SubmissionListProps = {
	submissions: ListedSubmission[];
	query: string;
	page: number;
	hasMore: boolean;
	exportPath: string;
};

/** Submissions with their search, newest first, fifty a page. */
export function SubmissionList({
	submissions,
	query,
	page,
	hasMore,
	exportPath,
}: SubmissionListProps) {
	return (
		<>
			<div className="row">
				<Form method="get" role="search" className="search">
					<label htmlFor="q" className="visually-hidden">
						Search by email, name or answer
					</label>
					<input
						className="input"
						type="search"
						id="q"
						name="q"
						key={query}
						defaultValue={query}
						placeholder="Email, name or answer"
					/>
					<Button>Search</Button>
					{query && <Link to="?">Clear</Link>}
				</Form>
				<p className="cluster small">
					<a href={`${exportPath}?format=csv`}>Export CSV</a>
					<a href={`${exportPath}?format=json`}>Export JSON</a>
				</p>
			</div>
			{submissions.length === 0 ? (
				<EmptyState
					title={query ? "Nothing found" : "No submissions yet"}
					text={
						query
							? "No submission has these characters in its email, name or answers."
							: "When somebody sends the form and confirms the address, you get a mail, and it appears here."
					}
				/>
			) : (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
				<section className="table-scroll" aria-label="Submissions" tabIndex={0}>
					<table className="table-list">
						<thead>
							<tr>
								<th scope="col">Email</th>
								<th scope="col">Status</th>
								<th scope="col">Messages</th>
								<th scope="col">Last Activity</th>
								<th scope="col">Actions</th>
							</tr>
						</thead>
						<tbody>
							{submissions.map((submission) => (
								<SubmissionRow key={submission.id} submission={submission} />
							))}
						</tbody>
					</table>
				</section>
			)}
			<Pages query={query} page={page} hasMore={hasMore} />
		</>
	);
}

function SubmissionRow({ submission }: { submission: ListedSubmission }) {
	const { id, email, state, messageCount, lastActivityAt, isNew } = submission;
	return (
		<tr data-new={isNew || undefined}>
			<th scope="row">
				{email} {isNew && <Badge tone="danger">New</Badge>}
			</th>
			<td>
				<Badge tone={state === "Active Session" ? "success" : "neutral"}>{state}</Badge>
			</td>
			<td className="number">{messageCount}</td>
			<td className="nowrap">
				<time dateTime={lastActivityAt.toISOString()}>{formatDateTime(lastActivityAt)}</time>
			</td>
			<td>
				{submission.verifiedAt === null ? (
					<Button type="button" className="button-s" disabled>
						Awaiting Verification
					</Button>
				) : (
					<ButtonLink
						to={`/admin/conversation/${id}`}
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

function Pages({ query, page, hasMore }: { query: string; page: number; hasMore: boolean }) {
	if (page === 1 && !hasMore) return null;
	const to = (number: number) => `?${new URLSearchParams({ q: query, page: String(number) })}`;
	return (
		<nav className="pagination" aria-label="Pages">
			{page > 1 && <Link to={to(page - 1)}>Newer</Link>}
			<span>Page {page}</span>
			{hasMore && <Link to={to(page + 1)}>Older</Link>}
		</nav>
	);
}

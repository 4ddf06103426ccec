import type { listSubmissions } from "#app/conversations/submission-list.server.ts";
import { toPage } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { SearchBox } from "#app/ui/field/search-box.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { EmptyState } from "#app/ui/list/empty-state.tsx";
import { Pages } from "#app/ui/list/pages.tsx";
import { TableRegion } from "#app/ui/table/table-region.tsx";
import { Tabs } from "#app/ui/tabs/tabs.tsx";

type ListedSubmission = Awaited<ReturnType<typeof listSubmissions>>["submissions"][number];

type SubmissionListProps = {
	submissions: ListedSubmission[];
	query: string;
	isWaiting: boolean;
	page: number;
	hasMore: boolean;
	exportPath: string | null;
};

/** A page of 50 submissions, newest first, with a search box and a tab for those that wait. */
export function SubmissionList({
	submissions,
	query,
	isWaiting,
	page,
	hasMore,
	exportPath,
}: SubmissionListProps) {
	return (
		<>
			<div className="row">
				<SearchBox
					label="Search by email, name or answer"
					placeholder="Email, name or answer"
					query={query}
					clearTo={addressOf({ query: "", isWaiting })}
					hidden={isWaiting ? { show: "new" } : undefined}
				/>
				{exportPath && (
					<p className="cluster small">
						<a href={`${exportPath}?format=csv`}>Export CSV</a>
						<a href={`${exportPath}?format=json`}>Export JSON</a>
					</p>
				)}
			</div>
			<Tabs
				label="Which submissions"
				tabs={[
					{ label: "All", to: addressOf({ query, isWaiting: false }), current: !isWaiting },
					{ label: "New", to: addressOf({ query, isWaiting: true }), current: isWaiting },
				]}
			/>
			{submissions.length === 0 ? (
				<EmptyState {...emptiness(query, isWaiting)} />
			) : (
				<TableRegion
					label="Submissions"
					columns={["Email", "Status", "Messages", "Last Activity", "Actions"]}
				>
					{submissions.map((submission) => (
						<SubmissionRow key={submission.id} submission={submission} />
					))}
				</TableRegion>
			)}
			<Pages
				page={page}
				hasMore={hasMore}
				to={(number) => addressOf({ query, isWaiting, page: number })}
			/>
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
						to={paths.conversation.thread({ submissionId: id })}
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

type Filter = Pick<SubmissionListProps, "query" | "isWaiting"> & { page?: number };

function addressOf({ query, isWaiting, page = 1 }: Filter): string {
	return toPage(page, { show: isWaiting ? "new" : "", q: query });
}

function emptiness(query: string, isWaiting: boolean) {
	if (query) {
		return {
			title: "Nothing found",
			text: "No submission has these characters in its email, name or answers.",
		};
	}
	return isWaiting
		? { title: "Nothing waits for a reply", text: "You wrote last in every conversation." }
		: {
				title: "No submissions yet",
				text: "When somebody sends the form and confirms the address, you get a mail, and it appears here.",
			};
}

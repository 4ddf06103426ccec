import { useForm } from "@conform-to/react";
import {
	COUNT_MAX,
	type SubmissionFilter,
	TABS,
	toList,
	toParameters,
} from "#app/conversations/inbox/submission-filter.ts";
import type { listSubmissions } from "#app/conversations/submission-list.server.ts";
import { labelOf } from "#app/conversations/submission-rules.ts";
import { toQuery } from "#app/http/query.ts";
import type { Reply } from "#app/http/reply.ts";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { EmptyState } from "#app/ui/list/empty-state.tsx";
import { OlderPage } from "#app/ui/list/older-page.tsx";
import { TableRegion } from "#app/ui/table/table-region.tsx";
import { Tabs } from "#app/ui/tabs/tabs.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { SelectAll } from "./select-all.tsx";
import { SubmissionFilters } from "./submission-filters.tsx";
import { SubmissionRow } from "./submission-row.tsx";

type List = ReturnType<typeof listSubmissions>;

type SubmissionListProps = List & {
	filter: SubmissionFilter;
	isLater: boolean;
	/** The ids of the rows that are ticked when the page is loaded. */
	selected: string[];
	/** The page's own address. */
	address: string;
	exportPath: string;
	reply?: Reply;
};

/** A page of submissions with tabs, filters, and buttons for those that are ticked. */
export function SubmissionList({ filter, reply, ...list }: SubmissionListProps) {
	const { submissions, counts, tab, tags } = list;
	const [form, fields] = useForm<{ id: string[]; tag: string }>({
		id: "bulk",
		lastResult: reply?.result,
	});
	const ticked = new Set([reply?.result.initialValue?.id ?? list.selected].flat());
	const ids = submissions.map(({ id }) => id);
	return (
		<div className="stack">
			<Tabs
				label="Which submissions"
				tabs={TABS.map((one) => ({
					label: `${labelOf(one)} ${describeCount(counts[one])}`,
					to: toList({ ...filter, tab: one }),
					current: one === tab,
				}))}
			/>
			<SubmissionFilters filter={{ ...filter, tab }} forms={list.forms} tags={tags} />
			{list.isCut && (
				<p className="muted small">
					This finds very many. Only the newest are listed: more characters find fewer.
				</p>
			)}
			{submissions.length === 0 ? (
				<EmptyState {...emptiness({ ...filter, tab })} />
			) : (
				// Ticks are no text that could be lost.
				<CheckedForm form={form} className="stack" data-asks={undefined}>
					<SelectAll address={list.address} ids={ids} ticked={ticked} formId={form.id} />
					<TableRegion
						label="Submissions"
						className="submissions"
						columns={["Email", "Status", "Messages", "Last Activity", "Actions"]}
					>
						{submissions.map((submission, at) => (
							<SubmissionRow
								key={submission.id}
								submission={submission}
								showsApp={new Set(list.forms.map(({ appId }) => appId)).size > 1}
								// The error summary links to the first one.
								boxId={at === 0 ? fields.id.id : undefined}
								isTicked={ticked.has(submission.id)}
							/>
						))}
					</TableRegion>
					<BulkBar
						address={list.address}
						tagField={fields.tag}
						tags={tags}
						formId={form.id}
						ticked={ids.filter((id) => ticked.has(id)).length}
						tab={tab}
					/>
				</CheckedForm>
			)}
			<OlderPage
				isLater={list.isLater}
				to={list.next && toList({ ...filter, tab }, list.next)}
				firstTo={toList({ ...filter, tab })}
			/>
			<p className="cluster small">
				<span className="muted">Export this list:</span>
				{["csv", "json"].map((format) => (
					<a
						key={format}
						href={list.exportPath + toQuery({ ...toParameters({ ...filter, tab }), format })}
						aria-label={`Export ${format.toUpperCase()}`}
					>
						{format.toUpperCase()}
					</a>
				))}
			</p>
		</div>
	);
}

/** "12", or "1,000+" for more than are counted. */
function describeCount(count: number): string {
	return count > COUNT_MAX ? `${COUNT_MAX.toLocaleString("en")}+` : String(count);
}

function emptiness({ query, tag, priority, within, tab }: SubmissionFilter) {
	if (query) {
		return {
			title: "Nothing found",
			text: "No submission here has these characters in its email, name or answers.",
		};
	}
	if (tag || priority || within) {
		return { title: "Nothing found", text: "No submission here has all that you chose." };
	}
	switch (tab) {
		case "waiting":
			return {
				title: "Nothing waits for a reply",
				text: "You wrote last in every conversation that is not resolved or closed.",
			};
		case "all":
			return {
				title: "No submissions yet",
				text: "When somebody sends the form and confirms the address, you get a mail, and it appears here.",
			};
		default:
			return { title: `No submission is ${tab}`, text: "The other tabs have those that are not." };
	}
}

import { Link } from "react-router";
import { MAY_CHANGE_SUPPORT_FORM } from "#app/accounts/admin-role.ts";
import { readSupportFigures } from "#app/admin/analytics.server.ts";
import { adminContext } from "#app/admin/middleware.ts";
import { PriorityBadge, StatusBadge } from "#app/conversations/components/status-badge.tsx";
import { labelOf, STATUSES } from "#app/conversations/submission-rules.ts";
import { readSearch, toQuery } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { formatCount } from "#app/platform/count.ts";
import { readKeyset } from "#app/platform/db/keyset.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { listSupportSubmissions } from "#app/support/support-desk.server.ts";
import { readSupportForm } from "#app/support/support-form.server.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { SearchBox } from "#app/ui/field/search-box.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { EmptyState } from "#app/ui/list/empty-state.tsx";
import { Figure } from "#app/ui/list/figure.tsx";
import { OlderPage } from "#app/ui/list/older-page.tsx";
import { Tabs } from "#app/ui/tabs/tabs.tsx";
import type { Route } from "./+types/list";

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(adminContext);
	const query = readSearch(url);
	const asked = url.searchParams.get("status");
	const status = STATUSES.find((one) => one === asked) ?? "";
	const areReports = asked === REPORTS;
	const before = readKeyset(url);
	const [figures, form, page] = await Promise.all([
		readSupportFigures(access),
		readSupportForm(access),
		listSupportSubmissions(access, { status, areReports, query, before }),
	]);
	return {
		figures,
		isActive: form?.isActive ?? false,
		mayChangeForm: MAY_CHANGE_SUPPORT_FORM.includes(access.adminRole),
		query,
		status: areReports ? REPORTS : status,
		isFirst: before === null,
		...page,
	};
}

/** What stands for reports about public pages where the others are statuses. */
const REPORTS = "reports";
const TAB_LABELS: Record<string, string> = { "": "All", [REPORTS]: "Reports" };

type Data = Route.ComponentProps["loaderData"];

export default function SupportList({ loaderData }: Route.ComponentProps) {
	const { figures, isActive, mayChangeForm, query, status, submissions, isFirst, next } =
		loaderData;
	const isFiltered = query !== "" || status !== "";
	return (
		<Page
			title="Support"
			intro={
				<>
					The form at <a href={paths.support}>/support</a>{" "}
					{isActive ? "accepts messages." : "is closed."}
				</>
			}
			actions={
				mayChangeForm && <ButtonLink to={paths.admin.supportForm}>Edit support form</ButtonLink>
			}
		>
			<dl className="figures">
				<Figure label="Submissions" value={formatCount(figures.total)} />
				<Figure label="New" value={formatCount(figures.new)} />
				<Figure label="In progress" value={formatCount(figures.inProgress)} />
				<Figure label="Resolved" value={formatCount(figures.resolved)} />
			</dl>
			<section className="stack" aria-labelledby="recent">
				<h2 id="recent">{isFiltered ? "Found" : "Recent support submissions"}</h2>
				<div className="row">
					<SearchBox
						label="Number or beginning of the e-mail address"
						placeholder="Number or e-mail"
						query={query}
						clearTo={toQuery({ status })}
						hidden={status ? { status } : {}}
					/>
				</div>
				<Tabs
					label="Status"
					tabs={["", ...STATUSES, REPORTS].map((one) => ({
						label: TAB_LABELS[one] ?? labelOf(one),
						to: toQuery({ status: one, q: query }),
						current: one === status,
					}))}
				/>
				{submissions.length > 0 ? (
					<Submissions submissions={submissions} />
				) : isFiltered ? (
					<EmptyState
						title="Nothing found"
						text="No submission has this status and this number, or an address with this beginning."
					/>
				) : (
					<EmptyState
						title="No submissions yet"
						text="When somebody sends the support form, it appears here."
					/>
				)}
				<OlderPage
					isLater={!isFirst}
					to={next && toQuery({ status, q: query, before: next })}
					firstTo={toQuery({ status, q: query })}
				/>
			</section>
		</Page>
	);
}

function Submissions({ submissions }: Pick<Data, "submissions">) {
	return (
		<ul className="item-list">
			{submissions.map(({ id, kind, number, email, name, status, priority, tags, createdAt }) => (
				<li key={id}>
					<Link
						className="item-title"
						to={paths.admin.supportSubmission({ supportSubmissionId: id })}
						dir="auto"
					>
						{name || email}
					</Link>
					<span className="item-side">
						{kind === "report" && <Badge tone="danger">Report</Badge>}
						<PriorityBadge priority={priority} />
						<StatusBadge status={status} />
					</span>
					<span className="item-text">
						{number !== null && `${number} · `}
						{name && `${email} · `}
						<time dateTime={createdAt.toISOString()}>{formatDateTime(createdAt)}</time>
						{tags.length > 0 && ` · ${tags.join(", ")}`}
					</span>
				</li>
			))}
		</ul>
	);
}

import { data, Link } from "react-router";
import type { AdminAccess } from "#app/accounts/access.server.ts";
import { listActivity } from "#app/admin/activity.server.ts";
import {
	listRecentSupport,
	readAnalytics,
	readSupportFigures,
} from "#app/admin/analytics.server.ts";
import { CHART_RANGES, type ChartRange, readChartRange } from "#app/admin/chart-range.ts";
import { adminContext } from "#app/admin/middleware.ts";
import { labelOf } from "#app/conversations/submission-rules.ts";
import { LateRequests } from "#app/deletion-requests/components/late-requests.tsx";
import { readLateRequests } from "#app/deletion-requests/requests/late.sql.ts";
import { toQuery } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { formatCount } from "#app/platform/count.ts";
import { logError } from "#app/platform/log.server.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { BarChart } from "#app/ui/list/bar-chart.tsx";
import { Card } from "#app/ui/list/card.tsx";
import { Figure } from "#app/ui/list/figure.tsx";
import { Tabs } from "#app/ui/tabs/tabs.tsx";
import type { Route } from "./+types/overview";

const ACTIVITY_SHOWN = 10;
const SUPPORT_SHOWN = 5;

export async function loader({ context, url }: Route.LoaderArgs) {
	try {
		return { page: await readPage(context.get(adminContext), readChartRange(url)) };
	} catch (error) {
		logError(error);
		return data({ page: null }, { status: 500 });
	}
}

async function readPage(access: AdminAccess, range: ChartRange) {
	const [analytics, activity, support, recentSupport] = await Promise.all([
		readAnalytics(access, range),
		listActivity(access, ACTIVITY_SHOWN),
		readSupportFigures(access),
		listRecentSupport(access, SUPPORT_SHOWN),
	]);
	const late = readLateRequests(access);
	return { ...analytics, range, activity, support, recentSupport, late };
}

type Content = NonNullable<Route.ComponentProps["loaderData"]["page"]>;

export default function Overview({ loaderData }: Route.ComponentProps) {
	const { page } = loaderData;
	return (
		<Page title="Overview" hasError={page === null}>
			{page ? (
				<>
					<Figures page={page} />
					<LateRequests {...page.late} />
					<Charts range={page.range} bars={page.bars} />
					<div className="grid-2 grid-start">
						<Activity activity={page.activity} />
						<Support support={page.support} recent={page.recentSupport} />
					</div>
				</>
			) : (
				<div className="error-summary" role="alert">
					<h2>Error Loading Dashboard</h2>
					<p>Unable to load admin analytics data.</p>
					<p>
						<ButtonLink to={paths.admin.overview} reloadDocument>
							Retry
						</ButtonLink>
					</p>
				</div>
			)}
		</Page>
	);
}

function Figures({ page: { figures, subscriptions } }: { page: Content }) {
	return (
		<dl className="figures">
			<CountFigure label="Users" count={figures.users} />
			<Figure
				label="Subscribers"
				value={formatCount(subscriptions.active)}
				note={`${formatCount(subscriptions.pro)} on Pro; ${formatCount(subscriptions.free)} users are free`}
			/>
			<Figure
				label="Given Pro"
				value={formatCount(subscriptions.givenPro)}
				note="By an administrator, without paying"
			/>
			<Figure
				label="Conversion"
				value={`${subscriptions.conversionPercent} %`}
				note="Subscribers divided by users"
			/>
			<CountFigure label="Apps" count={figures.apps} />
			<CountFigure label="Documents" count={figures.documents} />
			<CountFigure label="Forms" count={figures.forms} />
			<CountFigure label="Submissions" count={figures.submissions} />
		</dl>
	);
}

function CountFigure({ label, count }: { label: string; count: Content["figures"]["users"] }) {
	return <Figure label={label} value={formatCount(count.total)} change={count} />;
}

function Charts({ range, bars }: Pick<Content, "range" | "bars">) {
	const of = (name: "users" | "documents" | "submissions") => ({
		range: CHART_RANGES[range],
		bars: bars.map((bar) => ({ period: bar.period, count: bar[name] })),
	});
	return (
		<section className="stack" aria-label={`The last ${CHART_RANGES[range]}`}>
			<Tabs
				label="Range of the charts"
				tabs={Object.entries(CHART_RANGES).map(([one, label]) => ({
					label,
					to: toQuery({ range: one === "30d" ? "" : one }),
					current: one === range,
				}))}
			/>
			<div className="grid-3">
				<BarChart title="Sign-ups" {...of("users")} />
				<BarChart title="Documents" {...of("documents")} />
				<BarChart title="Submissions" {...of("submissions")} />
			</div>
		</section>
	);
}

function Activity({ activity }: Pick<Content, "activity">) {
	return (
		<Card title="Recent activity">
			{activity.length === 0 ? (
				<p className="muted">Nothing has happened yet.</p>
			) : (
				<ul className="item-list">
					{activity.map(({ type, id, at, description, user }) => (
						<li key={`${type} ${id}`}>
							<span className="item-title" dir="auto">
								{description}
							</span>
							<span className="item-text">
								<Link to={paths.admin.user({ userId: user.id })}>{user.email}</Link> ·{" "}
								<time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
							</span>
						</li>
					))}
				</ul>
			)}
		</Card>
	);
}

type SupportProps = { support: Content["support"]; recent: Content["recentSupport"] };

function Support({ support, recent }: SupportProps) {
	return (
		<Card title="Support" actions={<Link to={paths.admin.support}>All messages</Link>}>
			{support.total === 0 ? (
				<p className="muted">Nobody has written yet.</p>
			) : (
				<p>
					{formatCount(support.total)} in all: {formatCount(support.new)} new,{" "}
					{formatCount(support.inProgress)} in progress, {formatCount(support.resolved)} resolved.
				</p>
			)}
			{recent.length > 0 && (
				<ul className="item-list">
					{recent.map(({ id, email, name, status, createdAt }) => (
						<li key={id}>
							<Link
								className="item-title"
								to={paths.admin.supportSubmission({ supportSubmissionId: id })}
								dir="auto"
							>
								{name || email}
							</Link>
							<Badge tone={status === "new" ? "danger" : "neutral"}>{labelOf(status)}</Badge>
							<span className="item-text">
								{name && `${email} · `}
								<time dateTime={createdAt.toISOString()}>{formatDateTime(createdAt)}</time>
							</span>
						</li>
					))}
				</ul>
			)}
		</Card>
	);
}

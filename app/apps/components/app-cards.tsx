import type { ListedApp } from "#app/apps/app-list.sql.ts";
import { APP_SORTS, type AppSort } from "#app/apps/app-sort.ts";
import type { Standing } from "#app/billing/plan.ts";
import { toPage } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { SearchBox } from "#app/ui/field/search-box.tsx";
import { EmptyState } from "#app/ui/list/empty-state.tsx";
import { Pages } from "#app/ui/list/pages.tsx";
import { AppCard } from "./app-card.tsx";

/** From this many apps on, they are collapsed and can be searched and sorted. */
const MANY = 10;

type AppCardsProps = {
	apps: ListedApp[];
	/** How many apps there are in all. */
	count: number;
	query: string;
	sort: AppSort;
	/** The number of the page, and how many there are. */
	number: number;
	pages: number;
	accountName: string;
	appUrl: string;
	hasForms: boolean;
	standing: Standing;
};

/** A page of the apps on the dashboard. */
export function AppCards({ apps, count, query, sort, number, pages, ...card }: AppCardsProps) {
	const hidden: Record<string, string> = sort === "newest" ? {} : { sort };
	return (
		<>
			{count >= MANY && (
				<div className="row">
					<SearchBox
						label="Search by app name"
						query={query}
						clearTo={paths.dashboard + toPage(1, hidden)}
						hidden={hidden}
					/>
					<SortLinks query={query} sort={sort} />
				</div>
			)}
			{apps.length === 0 && (
				<EmptyState title="Nothing found" text="No app has these characters in its name." />
			)}
			<div className="app-list">
				{apps.map((app) => (
					<AppCard key={app.id} app={app} isOpen={apps.length < MANY} {...card} />
				))}
			</div>
			<Pages
				page={number}
				hasMore={number < pages}
				count={pages}
				to={(page) => toPage(page, { q: query, ...hidden })}
			/>
		</>
	);
}

function SortLinks({ query, sort }: { query: string; sort: AppSort }) {
	return (
		<nav aria-label="Sort apps">
			<ul className="sort-links">
				<li>Sort by</li>
				{Object.entries(APP_SORTS).map(([name, label]) => (
					<li key={name}>
						<a
							href={paths.dashboard + toPage(1, { q: query, sort: name === "newest" ? "" : name })}
							aria-current={name === sort ? "true" : undefined}
						>
							{label}
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}

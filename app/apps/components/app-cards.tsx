import type { ListedApp } from "#app/apps/app-list.sql.ts";
import type { Standing } from "#app/billing/plan.ts";
import { toPage } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { SearchBox } from "#app/ui/field/search-box.tsx";
import { EmptyState } from "#app/ui/list/empty-state.tsx";
import { Pages } from "#app/ui/list/pages.tsx";
import { AppCard } from "./app-card.tsx";

type AppCardsProps = {
	apps: ListedApp[];
	query: string;
	/** The number of the page, and how many there are. */
	number: number;
	pages: number;
	accountName: string;
	hasForms: boolean;
	standing: Standing;
};

/** A page of the apps on the dashboard, with a search where there is more than one. */
export function AppCards({ apps, query, number, pages, ...props }: AppCardsProps) {
	return (
		<>
			{(pages > 1 || query !== "") && (
				<SearchBox label="Search by app name" query={query} clearTo={paths.dashboard} />
			)}
			{apps.length === 0 && (
				<EmptyState title="Nothing found" text="No app has these characters in its name." />
			)}
			<div className="cards">
				{apps.map((app) => (
					<AppCard key={app.id} app={app} {...props} />
				))}
			</div>
			<Pages
				page={number}
				hasMore={number < pages}
				count={pages}
				to={(page) => toPage(page, { q: query })}
			/>
		</>
	);
}

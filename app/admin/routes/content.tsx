import { Link } from "react-router";
import {
	type ContentKind,
	type ListedContent,
	listContent,
	type Place,
	searchContent,
} from "#app/admin/content-administration.server.ts";
import { adminContext } from "#app/admin/middleware.ts";
import { readSearch, toQuery } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { readKeyset } from "#app/platform/db/keyset.ts";
import { formatShortDate } from "#app/platform/time.ts";
import { SearchBox } from "#app/ui/field/search-box.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { EmptyState } from "#app/ui/list/empty-state.tsx";
import { OlderPage } from "#app/ui/list/older-page.tsx";
import { TableRegion } from "#app/ui/table/table-region.tsx";
import { Tabs } from "#app/ui/tabs/tabs.tsx";
import type { Route } from "./+types/content";

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(adminContext);
	const kind: ContentKind = url.searchParams.get("kind") === "forms" ? "forms" : "documents";
	const query = readSearch(url);
	if (query !== "") {
		const found = await searchContent(access, kind, query);
		return { kind, query, ...found, isLater: false, next: null };
	}
	const before = readKeyset(url);
	const page = await listContent(access, kind, before);
	return { kind, query, ...page, hasMore: false, place: null, isLater: before !== null };
}

export default function Content({ loaderData }: Route.ComponentProps) {
	const { kind, query, rows, place, hasMore, isLater, next } = loaderData;
	return (
		<Page title="Content">
			<Tabs
				label="Kind of content"
				tabs={(["documents", "forms"] as const).map((one) => ({
					label: one === "forms" ? "Forms" : "Documents",
					to: toQuery({ kind: one, q: query }),
					current: one === kind,
				}))}
			/>
			<SearchBox
				label="Beginning of a title, or an address"
				placeholder="Title or address"
				query={query}
				clearTo={toQuery({ kind })}
				hidden={{ kind }}
			/>
			{place && <PlaceLine place={place} />}
			{rows.length === 0 ? (
				<EmptyState title={query ? "Nothing found" : `No ${kind}`} text={whyEmpty(loaderData)} />
			) : (
				<TableRegion
					label={kind === "forms" ? "Forms" : "Documents"}
					columns={["Title", "App", "Owner", { number: "Size" }, "Created"]}
				>
					{rows.map((row) => (
						<ContentRow key={row.id} row={row} />
					))}
				</TableRegion>
			)}
			{hasMore && (
				<p className="muted">These are the first 50. Type more of the title or of the address.</p>
			)}
			<OlderPage
				isLater={isLater}
				to={next && toQuery({ kind, before: next })}
				firstTo={toQuery({ kind })}
			/>
		</Page>
	);
}

function whyEmpty({
	kind,
	query,
	place,
}: {
	kind: string;
	query: string;
	place: Place | null;
}): string {
	if (place) return `None of the ${kind} is at this address.`;
	return query
		? `No title of the ${kind} begins so, and none is at such an address.`
		: `Nobody has published ${kind} yet.`;
}

/** Says whose an address is, also where no row is at it. */
function PlaceLine({ place: { appName, userId, email } }: { place: Place }) {
	return (
		<p>
			{appName ? (
				<>
					This address is in the app <bdi>{appName}</bdi> of{" "}
				</>
			) : (
				"This address is in the account of "
			)}
			<Link to={paths.admin.user({ userId })}>{email}</Link>.
		</p>
	);
}

function ContentRow({ row }: { row: ListedContent }) {
	return (
		<tr>
			<th scope="row" dir="auto">
				{row.path ? <a href={row.path}>{row.title}</a> : row.title}
				<span className="row-note">{row.path ?? `Not public${whyNot(row)}`}</span>
			</th>
			<td dir="auto">{row.appName}</td>
			<td>
				<Link to={paths.admin.user({ userId: row.userId })}>{row.email}</Link>
			</td>
			<td className="number nowrap">{row.size}</td>
			<td className="nowrap">
				<time dateTime={row.createdAt.toISOString()}>{formatShortDate(row.createdAt)}</time>
			</td>
		</tr>
	);
}

function whyNot({ hiddenBy }: ListedContent): string {
	if (hiddenBy === "trash") return ": its app is in the trash";
	return hiddenBy === "suspension" ? ": its account is suspended" : "";
}

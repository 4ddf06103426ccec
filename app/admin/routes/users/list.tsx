import { Link } from "react-router";
import { UserBadges } from "#app/admin/components/user-badges.tsx";
import { adminContext } from "#app/admin/middleware.ts";
import { type ListedUser, listUsers, searchUsers } from "#app/admin/user-administration.server.ts";
import { readSearch, toQuery } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { readKeyset } from "#app/platform/db/keyset.ts";
import { formatShortDate } from "#app/platform/time.ts";
import { SearchBox } from "#app/ui/field/search-box.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { EmptyState } from "#app/ui/list/empty-state.tsx";
import { OlderPage } from "#app/ui/list/older-page.tsx";
import { TableRegion } from "#app/ui/table/table-region.tsx";
import type { Route } from "./+types/list";

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(adminContext);
	const query = readSearch(url);
	if (query === "") {
		const before = readKeyset(url);
		const { users, next } = await listUsers(access, before);
		return { users, query, isLater: before !== null, nextTo: next && toQuery({ before: next }) };
	}
	const after = url.searchParams.get("after");
	const { users, next } = await searchUsers(access, { query, after });
	return {
		users,
		query,
		isLater: after !== null,
		nextTo: next && toQuery({ q: query, after: next }),
	};
}

export default function Users({ loaderData }: Route.ComponentProps) {
	const { users, query, isLater, nextTo } = loaderData;
	return (
		<Page title="Users">
			<SearchBox
				label="Address, account name or id"
				placeholder="Address, name or id"
				query={query}
				clearTo={paths.admin.users}
			/>
			{users.length === 0 ? (
				<EmptyState
					title={query ? "Nothing found" : "No users"}
					text={
						query
							? "No address begins with these characters, and no account has this name or id."
							: "Nobody has signed up yet."
					}
				/>
			) : (
				<TableRegion
					label="Users"
					columns={["Address", "Account name", "Plan", { number: "Apps" }, "Since"]}
				>
					{users.map((user) => (
						<UserRow key={user.id} user={user} />
					))}
				</TableRegion>
			)}
			<OlderPage isLater={isLater} to={nextTo} firstTo={toQuery({ q: query })} />
		</Page>
	);
}

function UserRow({ user }: { user: ListedUser }) {
	return (
		<tr>
			<th scope="row">
				<Link to={paths.admin.user({ userId: user.id })}>{user.email}</Link>{" "}
				<UserBadges user={user} />
			</th>
			<td>{user.accountName ?? <span className="muted">none yet</span>}</td>
			<td>{user.planName}</td>
			<td className="number">{user.apps}</td>
			<td className="nowrap">
				<time dateTime={user.createdAt.toISOString()}>{formatShortDate(user.createdAt)}</time>
			</td>
		</tr>
	);
}

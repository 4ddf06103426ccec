import { PageTitle } from "~/components/page-title";
import type { Route } from "./+types/overview";

/** Being here makes the server run the middleware for requests of data, too. */
export function loader(_: Route.LoaderArgs) {
	return null;
}

export default function Overview() {
	return (
		<div className="stack-l">
			<PageTitle title="Overview" />
			<h1>Overview</h1>
		</div>
	);
}

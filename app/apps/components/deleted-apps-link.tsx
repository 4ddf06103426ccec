import { Link } from "react-router";
import { paths } from "#app/paths.ts";

/** Leads to the apps in the trash. */
export function DeletedAppsLink() {
	return (
		<p className="small">
			<Link to={paths.dashboardDeleted}>Recently deleted apps</Link>
		</p>
	);
}

import { paths } from "#app/paths.ts";
import type { AppWithRequests } from "../requests/waiting-requests.sql.ts";

type RequestLinksProps = {
	/** The app that the list is of, if it is of one. */
	appId: string | null;
	apps: AppWithRequests[];
};

/** The way from a list of messages to deletion requests, which have a list of their own, by day. */
export function RequestLinks({ appId, apps }: RequestLinksProps) {
	if (appId && apps.length === 0) {
		return (
			<p className="small">
				<a href={paths.deletions.list({ appId })}>Deletion requests</a>
			</p>
		);
	}
	return apps.map(({ appId: id, name, waiting }) => (
		<p className="banner" data-tone={waiting.isLate ? "danger" : "info"} key={id}>
			<span>
				{!appId && <bdi>{name}: </bdi>}
				<a href={paths.deletions.list({ appId: id })}>{waiting.text}</a>
			</span>
		</p>
	));
}

import { Link } from "react-router";
import { paths } from "#app/paths.ts";

/** The way from an answered conversation to the one that has waited longest, if any. */
export function NextWaiting({
	next,
}: {
	next: { id: string; name: string; email: string } | null;
}) {
	if (!next) return null;
	return (
		<p className="small">
			<Link to={paths.conversation.thread({ submissionId: next.id })}>
				Next waiting: <bdi>{next.name || next.email}</bdi>
			</Link>
		</p>
	);
}

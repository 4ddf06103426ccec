import type { ReactNode } from "react";
import { Link } from "react-router";
import { READ } from "#app/conversations/submission-rules.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type ThreadWayProps = {
	to: string;
	/** The id of the form with the box to write in, if the page has one. */
	boxId: string | undefined;
	/** Whether it leads away from the conversation. */
	isAway?: boolean;
	children: ReactNode;
};

/**
 * A way to another page of the thread. With scripts, it is a link that leaves the box as it is.
 * Without, or where it leads away, a link would empty the box, so a button posts it along.
 */
export function ThreadWay({ to, boxId, isAway = false, children }: ThreadWayProps) {
	const isHydrated = useHydrated();
	if ((isHydrated && !isAway) || boxId === undefined) return <Link to={to}>{children}</Link>;
	return (
		<button
			type="submit"
			className="link-button"
			form={boxId}
			formAction={to}
			name="intent"
			value={READ}
		>
			{children}
		</button>
	);
}

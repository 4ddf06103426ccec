import type { MouseEvent, ReactNode } from "react";
import { useNavigate } from "react-router";

/** The owner's pages, which share this one's script; what is public has pages of its own. */
const OWN_PAGE = /^\/app\//;

/**
 * Follows the plain links inside to the owner's pages without loading a new document, as a `Link`
 * does, with one handler for all: on a dashboard of a thousand links, each `Link` would cost as
 * much as the line that it stands in.
 */
export function FollowLinks({ className, children }: { className: string; children: ReactNode }) {
	const navigate = useNavigate();

	function follow(event: MouseEvent) {
		const isPlain =
			event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
		const link = (event.target as Element).closest("a");
		const path = link?.getAttribute("href") ?? "";
		if (!isPlain || event.defaultPrevented || link?.target || !OWN_PAGE.test(path)) return;
		event.preventDefault();
		navigate(path);
	}

	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the links take the focus and the keys, and their clicks come by here
		// biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
		<div className={className} onClick={follow}>
			{children}
		</div>
	);
}

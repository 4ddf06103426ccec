import { useLocation } from "react-router";
import { paths } from "#app/paths.ts";
import { NavItem, WaitingCount } from "#app/ui/frame/site-header.tsx";

/** The app that a page is about. Without an account name it has no public address. */
export type ShownApp = {
	appId: string;
	name: string;
	slug: string;
	accountName: string | null;
	url: string | null;
	/** How many of its messages wait for a reply. */
	waiting: number;
};

/** Pages with a Copy of their own, which must not be taken for this one. */
const HAS_COPY = /\/(?:published|settings|kit)$/;

/** An app's name, its public address and its parts, above each of its pages. */
export function AppNav({ app }: { app: ShownApp }) {
	const { appId, name, slug, accountName, url, waiting } = app;
	const { pathname } = useLocation();
	const part = partOf(pathname);
	return (
		<nav className="app-nav" aria-label={name}>
			<div className="app-name">
				<strong dir="auto">{name}</strong>
				{url && (
					<span>
						<a href={url} className="mono">
							{url.replace(/^https?:\/\//, "")}
						</a>
						{!HAS_COPY.test(pathname) && (
							<button type="button" className="link-button" data-copy={url}>
								Copy
							</button>
						)}
					</span>
				)}
			</div>
			<ul className="tabs">
				<NavItem
					to={accountName ? paths.document.list(accountName, slug) : paths.document.all({ appId })}
					className="tab"
					isCurrent={part === "documents"}
				>
					Documents
				</NavItem>
				{accountName && (
					<NavItem
						to={paths.form.list(accountName, slug)}
						className="tab"
						isCurrent={part === "forms"}
					>
						Forms
					</NavItem>
				)}
				<NavItem
					to={paths.submissions.ofApp({ appId })}
					className="tab"
					isCurrent={part === "messages"}
				>
					Messages
					<WaitingCount count={waiting} />
				</NavItem>
				<NavItem to={paths.kit.page({ appId })} className="tab" isCurrent={part === "kit"}>
					Store kit
				</NavItem>
				<NavItem to={paths.app.settings({ appId })} className="tab" isCurrent={part === "settings"}>
					Settings
				</NavItem>
			</ul>
		</nav>
	);
}

/** The part of an app that a page belongs to. */
function partOf(pathname: string) {
	if (/\/(?:submissions|deletions)(\/|$)/.test(pathname)) return "messages";
	if (/^\/app\/[^/]+\/kit(\/|$)/.test(pathname)) return "kit";
	if (/^\/[^/]+\/[^/]+\/documents(\/|$)/.test(pathname)) return "documents";
	return /^\/[^/]+\/[^/]+\/forms(\/|$)/.test(pathname) ? "forms" : "settings";
}

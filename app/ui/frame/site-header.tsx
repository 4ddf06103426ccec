import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "#app/paths.ts";
import { upTo99 } from "#app/platform/count.ts";
import { Badge } from "#app/ui/list/badge.tsx";

type OwnerHeaderProps = {
	planName: string | null;
	isAdmin: boolean;
	/** How many messages wait for a reply. */
	waiting: number;
};

/** The account's navigation, which says where one is. */
export function OwnerHeader({ planName, isAdmin, waiting }: OwnerHeaderProps) {
	const section = sectionOf(useLocation().pathname);
	return (
		<header className="site-header owner-header">
			<Link className="logo" to={paths.dashboard}>
				Smallprint
			</Link>
			{planName && <Badge tone="info">{planName}</Badge>}
			<nav aria-label="Main">
				<ul className="site-nav">
					<NavItem to={paths.dashboard} isCurrent={section === "apps"}>
						Apps
					</NavItem>
					<NavItem to={paths.messages} isCurrent={section === "messages"}>
						Messages
						<WaitingCount count={waiting} />
					</NavItem>
					<NavItem to={paths.account.settings} isCurrent={section === "settings"}>
						Settings
					</NavItem>
					<li className="wide-only nav-end">
						<a href={paths.help}>Help</a>
					</li>
					{isAdmin && (
						<li>
							<a
								href={paths.admin.overview}
								aria-current={section === "admin" ? "page" : undefined}
							>
								Admin
							</a>
						</li>
					)}
					<li>
						<SignOut />
					</li>
				</ul>
			</nav>
		</header>
	);
}

/** The part of the account that an owner's or an administrator's page belongs to. */
function sectionOf(pathname: string) {
	if (/^\/(messages|saved-replies|admin\/conversation)(\/|$)/.test(pathname)) return "messages";
	if (/^\/(settings|account-name|upgrade)(\/|$)/.test(pathname)) return "settings";
	return /^\/admin(\/|$)/.test(pathname) ? "admin" : "apps";
}

type NavItemProps = { to: string; isCurrent: boolean; className?: string; children: ReactNode };

/** A place in a navigation. */
export function NavItem({ to, isCurrent, className, children }: NavItemProps) {
	return (
		<li>
			<Link to={to} className={className} aria-current={isCurrent ? "page" : undefined}>
				{children}
			</Link>
		</li>
	);
}

/** How many messages wait, beside the word that leads to them. Nothing for none. */
export function WaitingCount({ count }: { count: number }) {
	if (count === 0) return null;
	return (
		<>
			{" "}
			<Badge tone="danger">
				{upTo99(count)}
				<span className="visually-hidden"> waiting</span>
			</Badge>
		</>
	);
}

export function Logo({ to = paths.home }: { to?: string }) {
	return (
		<a className="logo" href={to}>
			Smallprint
		</a>
	);
}

export function SignOut() {
	return (
		<form method="post" action={paths.auth.signOut}>
			<button type="submit" className="link-button">
				Sign Out
			</button>
		</form>
	);
}

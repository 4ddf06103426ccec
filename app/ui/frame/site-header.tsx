import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/list/badge.tsx";

type OwnerHeaderProps = { planName: string | null; isAdmin: boolean };

export function OwnerHeader({ planName, isAdmin }: OwnerHeaderProps) {
	return (
		<header className="site-header">
			<div className="site-brand">
				<Link className="logo" to={paths.dashboard}>
					Smallprint
				</Link>
				{planName && <Badge tone="info">{planName}</Badge>}
			</div>
			<nav aria-label="Main">
				<ul className="site-nav">
					<li className="wide-only">
						<a href={paths.help}>Help</a>
					</li>
					{isAdmin && (
						<li>
							<a href={paths.admin.overview}>Admin</a>
						</li>
					)}
					<li>
						<Link to={paths.account.settings}>Settings</Link>
					</li>
					<li>
						<SignOut />
					</li>
				</ul>
			</nav>
		</header>
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

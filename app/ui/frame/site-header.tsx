import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/list/badge.tsx";

export function SiteHeader({ signedIn }: { signedIn: boolean }) {
	return (
		<header className="site-header">
			<Logo to={signedIn ? paths.dashboard : paths.home} />
			<nav aria-label="Main">
				<ul className="site-nav">
					{signedIn ? (
						<>
							<li>
								<a href={paths.dashboard}>Dashboard</a>
							</li>
							<li>
								<a href={paths.account.settings}>Settings</a>
							</li>
							<li>
								<SignOut />
							</li>
						</>
					) : (
						<>
							<li>
								<a href={paths.pricing}>Pricing</a>
							</li>
							<li>
								<a href={paths.auth.signIn}>Sign In</a>
							</li>
							<li>
								<a href={paths.auth.signUp} className="button" data-variant="primary">
									Get Started
								</a>
							</li>
						</>
					)}
				</ul>
			</nav>
		</header>
	);
}

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

function SignOut() {
	return (
		<form method="post" action={paths.auth.signOut}>
			<button type="submit" className="link-button">
				Sign Out
			</button>
		</form>
	);
}

import { Link } from "react-router";
import { Badge } from "#app/ui/list/badge.tsx";

export function SiteHeader({ signedIn }: { signedIn: boolean }) {
	return (
		<header className="site-header">
			<Logo to={signedIn ? "/dashboard" : "/"} />
			<nav aria-label="Main">
				<ul className="site-nav">
					{signedIn ? (
						<>
							<li>
								<a href="/dashboard">Dashboard</a>
							</li>
							<li>
								<a href="/settings">Settings</a>
							</li>
							<li>
								<SignOut />
							</li>
						</>
					) : (
						<>
							<li>
								<a href="/pricing">Pricing</a>
							</li>
							<li>
								<a href="/auth">Sign In</a>
							</li>
							<li>
								<a href="/auth?mode=sign-up" className="button" data-variant="primary">
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
				<Link className="logo" to="/dashboard">
					Smallprint
				</Link>
				{planName && <Badge tone="info">{planName}</Badge>}
			</div>
			<nav aria-label="Main">
				<ul className="site-nav">
					<li className="wide-only">
						<a href="/help">Help</a>
					</li>
					{isAdmin && (
						<li>
							<a href="/admin">Admin</a>
						</li>
					)}
					<li>
						<Link to="/settings">Settings</Link>
					</li>
					<li>
						<SignOut />
					</li>
				</ul>
			</nav>
		</header>
	);
}

export function Logo({ to = "/" }: { to?: string }) {
	return (
		<a className="logo" href={to}>
			Smallprint
		</a>
	);
}

function SignOut() {
	return (
		<form method="post" action="/auth/sign-out">
			<button type="submit" className="link-button">
				Sign Out
			</button>
		</form>
	);
}

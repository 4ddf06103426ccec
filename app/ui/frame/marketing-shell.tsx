import type { ReactNode } from "react";
import type { Flash } from "#app/http/flash.ts";
import { paths } from "#app/paths.ts";
import { FlashMessage } from "./flash-message.tsx";
import { SkipLink } from "./page-shell.tsx";
import { Logo, SignOut } from "./site-header.tsx";

const COLUMNS = [
	{
		title: "Product",
		links: [
			{ href: paths.demo.privacy, text: "Demo" },
			{ href: paths.pricing, text: "Pricing" },
			{ href: paths.auth.signUp, text: "Get Started" },
			{ href: paths.help, text: "Help" },
		],
	},
	{
		title: "Legal",
		links: [
			{ href: paths.demo.privacy, text: "Privacy Policy" },
			{ href: paths.demo.terms, text: "Terms of Service" },
			{ href: paths.support, text: "Support" },
		],
	},
];

type MarketingShellProps = { signedIn: boolean; flash?: Flash | null; children: ReactNode };

/** In a file of its own, to keep it out of the scripts: marketing pages have none. */
export function MarketingShell({ signedIn, flash = null, children }: MarketingShellProps) {
	return (
		<>
			<SkipLink />
			<SiteHeader signedIn={signedIn} />
			<main id="main" className="page" tabIndex={-1}>
				<FlashMessage flash={flash} />
				{children}
			</main>
			<SiteFooter signedIn={signedIn} />
		</>
	);
}

function SiteHeader({ signedIn }: { signedIn: boolean }) {
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

function SiteFooter({ signedIn }: { signedIn: boolean }) {
	return (
		<footer className="site-footer">
			<div>
				<Logo to={signedIn ? paths.dashboard : paths.home} />
				<p>Legal pages and support for independent apps.</p>
			</div>
			{COLUMNS.map(({ title, links }) => (
				<nav key={title} aria-label={title}>
					<h2>{title}</h2>
					<ul>
						{links.map(({ href, text }) => (
							<li key={text}>
								<a href={href}>{text}</a>
							</li>
						))}
					</ul>
				</nav>
			))}
		</footer>
	);
}

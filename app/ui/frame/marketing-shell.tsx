import type { ReactNode } from "react";
import type { Flash } from "#app/http/flash.ts";
import { withRedirect } from "#app/http/redirect-to.ts";
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

type MarketingShellProps = {
	signedIn: boolean;
	flash?: Flash | null;
	/** Where people wanted to go, which the ways to an account carry along. */
	redirectTo?: string | null;
	children: ReactNode;
};

/** In a file of its own, to keep it out of the scripts: marketing pages have none. */
export function MarketingShell(props: MarketingShellProps) {
	const { signedIn, flash = null, redirectTo = null, children } = props;
	return (
		<>
			<SkipLink />
			<SiteHeader signedIn={signedIn} redirectTo={redirectTo} />
			<main id="main" className="page" tabIndex={-1}>
				<FlashMessage flash={flash} />
				{children}
			</main>
			<SiteFooter signedIn={signedIn} redirectTo={redirectTo} />
		</>
	);
}

type FrameProps = { signedIn: boolean; redirectTo: string | null };

function SiteHeader({ signedIn, redirectTo }: FrameProps) {
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
								<a href={withRedirect(paths.pricing, redirectTo)}>Pricing</a>
							</li>
							<li>
								<a href={withRedirect(paths.auth.signIn, redirectTo)}>Sign In</a>
							</li>
							<li>
								<a
									href={withRedirect(paths.auth.signUp, redirectTo)}
									className="button"
									data-variant="primary"
								>
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

/** Whether a link leads to an account, or to the plans, whose links do. */
function isOnTheWay(href: string): boolean {
	return href === paths.auth.signUp || href === paths.pricing;
}

function SiteFooter({ signedIn, redirectTo }: FrameProps) {
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
								<a href={isOnTheWay(href) ? withRedirect(href, redirectTo) : href}>{text}</a>
							</li>
						))}
					</ul>
				</nav>
			))}
		</footer>
	);
}

import { paths } from "#app/paths.ts";
import { Logo } from "./site-header.tsx";

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

export function SiteFooter({ signedIn }: { signedIn: boolean }) {
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

import { Logo } from "./site-header.tsx";

const COLUMNS = [
	{
		title: "Product",
		links: [
			{ href: "/demo-privacy", text: "Demo" },
			{ href: "/pricing", text: "Pricing" },
			{ href: "/auth?mode=sign-up", text: "Get Started" },
			{ href: "/help", text: "Help" },
		],
	},
	{
		title: "Legal",
		links: [
			{ href: "/demo-privacy", text: "Privacy Policy" },
			{ href: "/demo-terms", text: "Terms of Service" },
			{ href: "/support", text: "Support" },
		],
	},
];

export function SiteFooter({ signedIn }: { signedIn: boolean }) {
	return (
		<footer className="site-footer">
			<div>
				<Logo to={signedIn ? "/dashboard" : "/"} />
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

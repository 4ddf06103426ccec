import type { MouseEvent, ReactNode } from "react";

type SectionsProps = {
	/** What a screen reader calls the links. */
	label: string;
	/** Where each section is, by its title: an id on this page, or an address. */
	links: Record<string, string>;
	/** The title of the section that this page belongs to, if it holds only a part of it. */
	current?: string;
	children: ReactNode;
};

/** Sections below each other, with links to them at the side. */
export function Sections({ label, links, current, children }: SectionsProps) {
	return (
		<div className="sections">
			<nav aria-label={label}>
				<ul className="side-nav">
					{Object.entries(links).map(([title, href]) => (
						<li key={title}>
							<a
								href={href}
								aria-current={title === current ? "page" : undefined}
								onClick={href.startsWith("#") ? goToSection : undefined}
							>
								{title}
							</a>
						</li>
					))}
				</ul>
			</nav>
			<div className="section-list">{children}</div>
		</div>
	);
}

/** The router would take the browser's own jump for a navigation, and drop what a post returned. */
function goToSection(event: MouseEvent<HTMLAnchorElement>) {
	const section = document.getElementById(event.currentTarget.hash.slice(1));
	if (!section) return;
	event.preventDefault();
	section.scrollIntoView();
	section.focus({ preventScroll: true });
}

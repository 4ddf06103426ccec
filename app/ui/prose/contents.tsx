/** A heading of a rendered document. */
export type Heading = { id: string; text: string; level: number };

/** Documents with more headings than this get a contents list. */
const SHORT = 5;

/** The two upper heading levels of a long document; nothing for a short one. */
export function Contents({ headings }: { headings: Heading[] }) {
	if (headings.length <= SHORT) return null;
	const top = Math.min(...headings.map((heading) => heading.level));
	const listed = headings.filter((heading) => heading.level <= top + 1);
	return (
		<nav className="contents" aria-labelledby="contents">
			<h2 id="contents" lang="en">
				Contents
			</h2>
			<ol>
				{listed.map((heading) => (
					<li key={heading.id} data-level={heading.level - top + 1}>
						<a href={`#${heading.id}`} dir="auto">
							{heading.text}
						</a>
					</li>
				))}
			</ol>
		</nav>
	);
}

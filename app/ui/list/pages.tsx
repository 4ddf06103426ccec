import { Link } from "react-router";

type PagesProps = {
	/** Counted from 1. */
	page: number;
	hasMore: boolean;
	/** The number of pages, where it is known. */
	count?: number;
	/** Returns the address of a page. */
	to: (page: number) => string;
	/** What the links to the page before and the page after say. */
	labels?: readonly [before: string, after: string];
};

/** The links between a list's numbered pages; nothing for a list of one page. */
export function Pages({ page, hasMore, count, to, labels = ["Newer", "Older"] }: PagesProps) {
	if (page === 1 && !hasMore) return null;
	return (
		<nav className="pagination" aria-label="Pages">
			{page > 1 && (
				<Link to={to(page - 1)} rel="prev">
					{labels[0]}
				</Link>
			)}
			<span>
				Page {page}
				{count !== undefined && ` of ${count}`}
			</span>
			{hasMore && (
				<Link to={to(page + 1)} rel="next">
					{labels[1]}
				</Link>
			)}
		</nav>
	);
}

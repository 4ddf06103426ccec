type PageLinksProps = {
	/** Counted from 1. */
	page: number;
	hasMore: boolean;
	/** Returns the address of a page. */
	to: (page: number) => string;
};

/** The links between the pages of a list on a visitor's page; nothing for a list of one page. */
export function PageLinks({ page, hasMore, to }: PageLinksProps) {
	if (page === 1 && !hasMore) return null;
	return (
		<nav className="foot" aria-label="Pages">
			{page > 1 && (
				<>
					<a href={to(page - 1)} rel="prev">
						Previous
					</a>
					{" · "}
				</>
			)}
			Page {page}
			{hasMore && (
				<>
					{" · "}
					<a href={to(page + 1)} rel="next">
						Next
					</a>
				</>
			)}
		</nav>
	);
}

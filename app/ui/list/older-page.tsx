import { Link } from "react-router";

type OlderPageProps = {
	/** Whether the current page is not the first. */
	isLater: boolean;
	/** Null on the last page. */
	to: string | null;
	firstTo: string;
};

/** The links of a list paged by a cursor: to the first and to the next page. */
export function OlderPage({ isLater, to, firstTo }: OlderPageProps) {
	if (!isLater && !to) return null;
	return (
		<nav className="pagination" aria-label="Pages">
			{isLater ? <Link to={firstTo}>First page</Link> : <span />}
			{to && <Link to={to}>Next page</Link>}
		</nav>
	);
}

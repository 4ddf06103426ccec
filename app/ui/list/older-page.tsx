import { Link } from "react-router";

type OlderPageProps = {
	/** Whether this is not the list's first page. */
	isLater: boolean;
	/** Null at the list's end. */
	to: string | null;
	firstTo: string;
};

/** The way through a list that begins where the last page ended. */
export function OlderPage({ isLater, to, firstTo }: OlderPageProps) {
	if (!isLater && !to) return null;
	return (
		<nav className="pagination" aria-label="Pages">
			{isLater ? <Link to={firstTo}>First page</Link> : <span />}
			{to && <Link to={to}>Next page</Link>}
		</nav>
	);
}

import type { Report } from "#app/checks/report.server.ts";
import { plural } from "#app/platform/count.ts";
import { FindingItem } from "./finding-item.tsx";

/** How many a box shows; the page of the checks has them all. */
const MOST = 5;

type CheckBoxProps = {
	report: Report;
	/** The page with the text, or "" if it is this one. */
	page?: string;
	/** Where the checks of the saved text are, if there is one. */
	checksPath?: string;
	/** Whether this page names in a list of its own what is left to fill in. */
	leavesOutGaps?: boolean;
};

/** Names a few of the things to look at in a text. Without any, it says that nothing was found. */
export function CheckBox({ report, page = "", checksPath, leavesOutGaps }: CheckBoxProps) {
	const shown = report.toLookAt.filter(({ isGap }) => !(leavesOutGaps && isGap));
	const count = report.count - (leavesOutGaps ? report.gaps : 0);
	const rest = count - Math.min(MOST, shown.length);
	return (
		<section className="stack" aria-label="Checks">
			<h2>{count > 0 ? `${plural(count, "thing")} to look at` : "The checks found nothing"}</h2>
			<ul className="finding-list">
				{shown.slice(0, MOST).map((finding) => (
					<FindingItem key={finding.key} finding={finding} page={page} />
				))}
			</ul>
			{rest > 0 && <p>And {rest} more.</p>}
			{report.strangeLanguage !== null && <StrangeLanguage name={report.strangeLanguage} />}
			<p className="small muted">
				A check finds words, not truth. {checksPath && <a href={checksPath}>All checks</a>}
			</p>
		</section>
	);
}

/** Says what is not looked at in a text without word lists. */
export function StrangeLanguage({ name }: { name: string }) {
	return (
		<p>
			{name
				? `There are no lists of words for ${name}, so only what needs no words was checked.`
				: "The language of this text is unclear, so only what needs no words was checked."}
		</p>
	);
}

import type { ReactNode } from "react";
import type { Shown } from "#app/checks/report.server.ts";
import { plural } from "#app/platform/count.ts";
import { ExternalLink } from "#app/ui/link/external-link.tsx";

type FindingItemProps = {
	finding: Shown;
	/** The page with the text, or "" if it is this one. */
	page: string;
	/** What can be done about it. */
	children?: ReactNode;
};

/** A finding: what was looked for, what the text says, and what is wanted. */
export function FindingItem({ finding, page, children }: FindingItemProps) {
	const { label, quote, place, others, isProblem, sentence, rule } = finding;
	return (
		<li data-tone={isProblem ? "danger" : undefined}>
			<div className="finding-title">
				<strong>{label}</strong>
				{children}
			</div>
			{quote ? (
				<p>
					<span className="muted">Found:</span> <q dir="auto">{quote}</q>
					{place && (
						<>
							{" "}
							<span className="muted">in</span>{" "}
							<a href={`${page}#${place.id}`} dir="auto">
								{place.text}
							</a>
						</>
					)}
					{others > 0 && <span className="muted"> and in {plural(others, "more place")}</span>}
				</p>
			) : (
				sentence && <p className="muted">Not found.</p>
			)}
			{sentence && (
				<p>
					{sentence}{" "}
					{rule && (
						<span className="small">
							<ExternalLink href={rule.url}>{rule.label}</ExternalLink>
						</span>
					)}
				</p>
			)}
		</li>
	);
}

import { Form } from "react-router";
import type { Report, Shown } from "#app/checks/report.server.ts";
import { paths } from "#app/paths.ts";
import { plural } from "#app/platform/count.ts";
import { Button } from "#app/ui/button/button.tsx";
import { StrangeLanguage } from "./check-box.tsx";
import { FindingItem } from "./finding-item.tsx";

type CheckedDocumentProps = {
	document: { id: string; title: string; report: Report | null };
	appId: string;
	/** The document's public page. */
	page: string;
};

/** A document with what the checks say of it. */
export function CheckedDocument({ document, appId, page }: CheckedDocumentProps) {
	const { id, title, report } = document;
	return (
		<section className="stack" aria-label={title}>
			<div className="card-header">
				<h2 dir="auto">{title}</h2>
				<div className="cluster">
					<a href={page} aria-label={`View ${title}`}>
						View
					</a>
					<a href={paths.document.edit({ appId, documentId: id })} aria-label={`Edit ${title}`}>
						Edit
					</a>
					<a
						href={paths.checks.links({ appId, documentId: id })}
						aria-label={`Ask whether the links of ${title} answer`}
					>
						Links
					</a>
				</div>
			</div>
			{report ? (
				<Findings report={report} documentId={id} page={page} />
			) : (
				<p>The server is too busy to look at this text right now. Please load the page again.</p>
			)}
		</section>
	);
}

type FindingsProps = { report: Report; documentId: string; page: string };

function Findings({ report, documentId, page }: FindingsProps) {
	const { toLookAt, count, aside, found, absent, strangeLanguage } = report;
	return (
		<>
			<p>{count > 0 ? `${plural(count, "thing")} to look at` : "Nothing to look at."}</p>
			{strangeLanguage !== null && <StrangeLanguage name={strangeLanguage} />}
			<ul className="finding-list">
				{toLookAt.map((finding) => (
					<FindingItem key={finding.key} finding={finding} page={page}>
						<AsideButton finding={finding} documentId={documentId} intent="aside">
							Put aside
						</AsideButton>
					</FindingItem>
				))}
			</ul>
			{count > toLookAt.length && <p>And {count - toLookAt.length} more of the same kinds.</p>}
			{aside.length > 0 && (
				<details>
					<summary>{aside.length} put aside</summary>
					<ul className="finding-list">
						{aside.map((finding) => (
							<FindingItem key={finding.key} finding={finding} page={page}>
								<AsideButton finding={finding} documentId={documentId} intent="back">
									Take back
								</AsideButton>
							</FindingItem>
						))}
					</ul>
				</details>
			)}
			<details>
				<summary>What else was looked for</summary>
				<ul className="finding-list">
					{found.map((finding) => (
						<FindingItem key={finding.key} finding={finding} page={page} />
					))}
				</ul>
				{absent.length > 0 && <p>Looked for, and not there: {absent.join(" · ")}.</p>}
			</details>
		</>
	);
}

type AsideButtonProps = {
	finding: Shown;
	documentId: string;
	intent: "aside" | "back";
	children: string;
};

function AsideButton({ finding, documentId, intent, children }: AsideButtonProps) {
	return (
		<Form method="post" preventScrollReset>
			<input type="hidden" name="document" value={documentId} />
			<input type="hidden" name="key" value={finding.key} />
			<Button
				variant="quiet"
				name="intent"
				value={intent}
				aria-label={`${children}: ${finding.label}${finding.quote ? `, ${finding.quote}` : ""}`}
			>
				{children}
			</Button>
		</Form>
	);
}

import type { ListedApp } from "#app/apps/app-list.sql.ts";
import type { Standing } from "#app/billing/plan.ts";
import { DocumentItems } from "#app/documents/components/document-items.tsx";
import { FormItems } from "#app/forms/components/form-items.tsx";
import { paths } from "#app/paths.ts";
import { plural, upTo99 } from "#app/platform/count.ts";
import { Badge } from "#app/ui/list/badge.tsx";

type AppCardProps = {
	app: ListedApp;
	isOpen: boolean;
	accountName: string;
	appUrl: string;
	hasForms: boolean;
	standing: Standing;
};

/**
 * An app on the dashboard: a line with its counts, and below it its newest documents and forms. Its
 * links are plain ones, because a page of fifty apps has a thousand.
 */
export function AppCard({ app, isOpen, accountName, appUrl, hasForms, standing }: AppCardProps) {
	const address = appUrl + paths.visitor.app(accountName, app.slug);
	return (
		<article className="app-card" aria-label={app.name}>
			<details open={isOpen}>
				<summary>
					<h2 dir="auto">{app.name}</h2>
					<span className="app-counts">
						{app.requests?.isLate && <Badge tone="danger">Deletion late</Badge>}
						{app.waiting > 0 && <Badge tone="danger">{upTo99(app.waiting)} waiting</Badge>}
						<span>{plural(app.documentCount, "document")}</span>
						{(hasForms || app.formCount > 0) && <span>{plural(app.formCount, "form")}</span>}
					</span>
				</summary>
				<p className="app-line">
					<a href={address} className="mono">
						{address.replace(/^https?:\/\//, "")}
					</a>
					<button
						type="button"
						className="link-button"
						data-copy={address}
						aria-label={`Copy the address of ${app.name}`}
					>
						Copy
					</button>
					<a
						href={paths.app.settings({ appId: app.id })}
						aria-label={`App settings of ${app.name}`}
					>
						App settings
					</a>
				</p>
				{app.requests && (
					<p className="app-line">
						<a href={paths.deletions.list({ appId: app.id })}>{app.requests.text}</a>
					</p>
				)}
				<div className="grid-2">
					<section aria-label={`Documents of ${app.name}`}>
						<h3>Documents</h3>
						<DocumentItems
							documents={app.documents}
							count={app.documentCount}
							app={app}
							accountName={accountName}
							appUrl={appUrl}
						/>
					</section>
					<section aria-label={`Forms of ${app.name}`}>
						<h3>Forms {!hasForms && <Badge tone="info">Pro</Badge>}</h3>
						<FormItems
							forms={app.forms}
							count={app.formCount}
							app={app}
							accountName={accountName}
							hasForms={hasForms}
							standing={standing}
						/>
					</section>
				</div>
			</details>
		</article>
	);
}

import { Link } from "react-router";
import type { ListedApp } from "#app/apps/app-list.sql.ts";
import { PlanChooserButton } from "#app/billing/components/plan-chooser-button.tsx";
import type { Standing } from "#app/billing/plan.ts";
import { DocumentList } from "#app/documents/components/document-list.tsx";
import { paths } from "#app/paths.ts";
import { plural } from "#app/platform/count.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { ItemLinks } from "./item-links.tsx";

type AppCardProps = {
	app: ListedApp;
	accountName: string;
	hasForms: boolean;
	standing: Standing;
};

/** An app on the dashboard, with its newest documents and forms. */
export function AppCard({ app, accountName, hasForms, standing }: AppCardProps) {
	return (
		<article className="app-card" aria-label={app.name}>
			<div className="card-header">
				<h2 dir="auto">{app.name}</h2>
				<ButtonLink
					to={paths.app.settings({ appId: app.id })}
					className="button-s"
					aria-label={`App settings of ${app.name}`}
				>
					App settings
				</ButtonLink>
			</div>
			<div className="grid-2">
				<DocumentsSection app={app} accountName={accountName} />
				<FormsSection app={app} accountName={accountName} hasForms={hasForms} standing={standing} />
			</div>
		</article>
	);
}

function DocumentsSection({ app, accountName }: Pick<AppCardProps, "app" | "accountName">) {
	const overview = paths.document.list(accountName, app.slug);
	return (
		<section className="stack-s" aria-label={`Documents of ${app.name}`}>
			<div className="row">
				<h3>Documents</h3>
				<div className="cluster">
					<a href={overview} target="_blank" rel="noopener">
						Overview
					</a>
					<ButtonLink to={paths.document.new({ appId: app.id })} className="button-s">
						New document
					</ButtonLink>
				</div>
			</div>
			{app.documents.length === 0 ? (
				<p className="muted small">
					No documents yet. App review asks for a privacy policy first:{" "}
					<Link to={paths.document.new({ appId: app.id })}>write or paste one</Link>.
				</p>
			) : (
				<DocumentList
					documents={app.documents}
					appId={app.id}
					accountName={accountName}
					appSlug={app.slug}
				/>
			)}
			{app.documentCount > app.documents.length && (
				<p>
					<Link to={overview}>All {plural(app.documentCount, "document")}</Link>
				</p>
			)}
		</section>
	);
}

function FormsSection({ app, accountName, hasForms, standing }: AppCardProps) {
	const overview = paths.form.list(accountName, app.slug);
	return (
		<section className="stack-s" aria-label={`Forms of ${app.name}`}>
			<div className="row">
				<h3>
					Forms <Badge tone="info">Pro</Badge>
				</h3>
				<div className="cluster">
					{hasForms && (
						<a href={overview} target="_blank" rel="noopener">
							Overview
						</a>
					)}
					{(hasForms || app.forms.length > 0) && (
						<Link to={paths.submissions.ofApp({ appId: app.id })}>All submissions</Link>
					)}
					{hasForms ? (
						<ButtonLink to={paths.form.new({ appId: app.id })} className="button-s">
							New form
						</ButtonLink>
					) : (
						<PlanChooserButton
							standing={standing}
							className="button-s"
							aria-label={`Add form to ${app.name}`}
						>
							Add form
						</PlanChooserButton>
					)}
				</div>
			</div>
			{!hasForms && <p className="muted small">{withoutPro(app.forms.length)}</p>}
			{app.forms.length > 0 && (
				<ul className="item-list">
					{app.forms.map((form) => (
						<FormItem
							key={form.id}
							form={form}
							hasForms={hasForms}
							ids={{ appId: app.id, formId: form.id }}
							publicPath={paths.visitor.form(accountName, app.slug, form.slug)}
						/>
					))}
				</ul>
			)}
			{app.formCount > app.forms.length && (
				<p>
					<Link to={overview}>All {plural(app.formCount, "form")}</Link>
				</p>
			)}
		</section>
	);
}

function withoutPro(forms: number): string {
	const upgrade = "Upgrade to Pro to access forms";
	if (forms === 0) return upgrade;
	return `${upgrade}. Until then they accept no new messages; what people sent you stays here.`;
}

type FormItemProps = {
	form: ListedApp["forms"][number];
	hasForms: boolean;
	ids: { appId: string; formId: string };
	publicPath: string;
};

function FormItem({ form, hasForms, ids, publicPath }: FormItemProps) {
	return (
		<li>
			<a className="item-title" href={publicPath} dir="auto">
				{form.title}
			</a>
			<div className="item-side">
				{form.waiting > 0 && (
					<Link
						className="badge-link"
						to={`${paths.submissions.ofForm(ids)}?show=new`}
						aria-label={`${form.waiting} new of ${form.title}`}
					>
						<Badge tone="danger">{form.waiting} new</Badge>
					</Link>
				)}
				<div className="item-actions">
					<ItemLinks
						title={form.title}
						links={{
							Submissions: paths.submissions.ofForm(ids),
							...(hasForms && { Edit: paths.form.edit(ids) }),
							Delete: paths.form.deletion(ids),
						}}
					/>
				</div>
			</div>
		</li>
	);
}

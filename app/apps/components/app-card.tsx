import { PlanChooserButton } from "#app/billing/components/plan-chooser-button.tsx";
import type { Standing } from "#app/billing/plan.ts";
import { DocumentList } from "#app/documents/components/document-list.tsx";
import { ButtonAnchor } from "#app/ui/button/button.tsx";
import { Badge } from "#app/ui/list/badge.tsx";

type AppCardProps = {
	app: {
		id: string;
		name: string;
		slug: string;
		/** See `parseDocumentRows`; null where there are none. */
		documents: string | null;
		forms: { id: string; title: string; slug: string; waiting: number }[];
	};
	accountName: string;
	hasForms: boolean;
	standing: Standing;
};

/** An app on the dashboard, with its documents and its forms; stands in `FollowLinks`. */
export function AppCard({ app, accountName, hasForms, standing }: AppCardProps) {
	const publicPath = `/${accountName}/${app.slug}`;
	return (
		<article className="app-card" aria-label={app.name}>
			<div className="card-header">
				<h2 dir="auto">{app.name}</h2>
				<ButtonAnchor
					href={`/app/${app.id}/settings`}
					className="button-s"
					aria-label={`App settings of ${app.name}`}
				>
					App settings
				</ButtonAnchor>
			</div>
			<div className="grid-2">
				<DocumentsSection app={app} publicPath={publicPath} />
				<FormsSection app={app} hasForms={hasForms} standing={standing} publicPath={publicPath} />
			</div>
		</article>
	);
}

function DocumentsSection({ app, publicPath }: Pick<AppCardProps, "app"> & { publicPath: string }) {
	return (
		<section className="stack-s" aria-label={`Documents of ${app.name}`}>
			<div className="row">
				<h3>Documents</h3>
				<div className="cluster">
					<a href={`${publicPath}/documents`} target="_blank" rel="noopener">
						Overview
					</a>
					<ButtonAnchor href={`/app/${app.id}/documents/new`} className="button-s">
						New document
					</ButtonAnchor>
				</div>
			</div>
			{app.documents === null ? (
				<p className="muted small">
					No documents yet. App review asks for a privacy policy first:{" "}
					<a href={`/app/${app.id}/documents/new`}>write or paste one</a>.
				</p>
			) : (
				<DocumentList documents={app.documents} path={`/app/${app.id}`} publicPath={publicPath} />
			)}
		</section>
	);
}

function FormsSection({
	app,
	hasForms,
	standing,
	publicPath,
}: Pick<AppCardProps, "app" | "hasForms" | "standing"> & { publicPath: string }) {
	return (
		<section className="stack-s" aria-label={`Forms of ${app.name}`}>
			<div className="row">
				<h3>
					Forms <Badge tone="info">Pro</Badge>
				</h3>
				<div className="cluster">
					{hasForms && (
						<a href={`${publicPath}/forms`} target="_blank" rel="noopener">
							Overview
						</a>
					)}
					{(hasForms || app.forms.length > 0) && (
						<a href={`/app/${app.id}/forms/submissions`}>All submissions</a>
					)}
					{hasForms ? (
						<ButtonAnchor href={`/app/${app.id}/forms/new`} className="button-s">
							New form
						</ButtonAnchor>
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
							path={`/app/${app.id}/forms/${form.id}`}
							publicPath={`${publicPath}/forms/${form.slug}`}
						/>
					))}
				</ul>
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
	form: AppCardProps["app"]["forms"][number];
	hasForms: boolean;
	path: string;
	publicPath: string;
};

function FormItem({ form, hasForms, path, publicPath }: FormItemProps) {
	return (
		<li>
			<a className="item-title" href={publicPath} dir="auto">
				{form.title}
			</a>
			<div className="item-side">
				{form.waiting > 0 && (
					<a
						className="badge-link"
						href={`${path}/submissions?show=new`}
						aria-label={`${form.waiting} new of ${form.title}`}
					>
						<Badge tone="danger">{form.waiting} new</Badge>
					</a>
				)}
				<div className="item-actions">
					<a href={`${path}/submissions`} aria-label={`Submissions of ${form.title}`}>
						Submissions
					</a>
					{hasForms && (
						<a href={`${path}/edit`} aria-label={`Edit ${form.title}`}>
							Edit
						</a>
					)}
					<a href={`${path}/deletion`} className="danger-link" aria-label={`Delete ${form.title}`}>
						Delete
					</a>
				</div>
			</div>
		</li>
	);
}

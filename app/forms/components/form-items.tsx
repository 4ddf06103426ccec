import { PlanChooserButton } from "#app/billing/components/plan-chooser-button.tsx";
import type { Standing } from "#app/billing/plan.ts";
import { paths } from "#app/paths.ts";
import { plural, upTo99 } from "#app/platform/count.ts";

type FormItemsProps = {
	forms: { id: string; title: string; slug: string; waiting: number }[];
	/** How many forms the app has in all. */
	count: number;
	app: { id: string; name: string; slug: string };
	accountName: string;
	hasForms: boolean;
	standing: Standing;
};

/** An app's newest forms on the dashboard, and the ways to all of them and to a new one. */
export function FormItems({ forms, count, app, accountName, hasForms, standing }: FormItemsProps) {
	const appId = app.id;
	const overview = paths.form.list(accountName, app.slug);
	return (
		<>
			{!hasForms && <p className="muted small">{withoutPro(count)}</p>}
			{forms.length > 0 && (
				<ul className="dense-list">
					{forms.map(({ id: formId, title, slug, waiting }) => (
						<li key={formId}>
							<a
								className="item-title"
								href={paths.visitor.form(accountName, app.slug, slug)}
								dir="auto"
							>
								{title}
							</a>
							{waiting > 0 && (
								<a
									className="badge-link"
									href={`${paths.submissions.ofForm({ appId, formId })}?show=new`}
									aria-label={`${upTo99(waiting)} new of ${title}`}
								>
									<span className="badge" data-tone="danger">
										{upTo99(waiting)} new
									</span>
								</a>
							)}
							<a
								href={paths.submissions.ofForm({ appId, formId })}
								aria-label={`Submissions of ${title}`}
							>
								Submissions
							</a>
							{hasForms && (
								<a href={paths.form.edit({ appId, formId })} aria-label={`Edit ${title}`}>
									Edit
								</a>
							)}
							<a
								className="quiet-link"
								href={paths.form.deletion({ appId, formId })}
								aria-label={`Delete ${title}`}
							>
								Delete
							</a>
						</li>
					))}
				</ul>
			)}
			<p className="app-line">
				{count > forms.length && <a href={overview}>All {plural(count, "form")}</a>}
				{hasForms ? (
					<a href={paths.form.new({ appId })}>New form</a>
				) : (
					<PlanChooserButton
						standing={standing}
						className="button-s"
						aria-label={`Add form to ${app.name}`}
					>
						Add form
					</PlanChooserButton>
				)}
				{hasForms && (
					<a href={overview} target="_blank" rel="noopener">
						Overview
					</a>
				)}
				{(hasForms || count > 0) && (
					<a href={paths.submissions.ofApp({ appId })}>All submissions</a>
				)}
			</p>
		</>
	);
}

function withoutPro(forms: number): string {
	const upgrade = "Upgrade to Pro to access forms";
	if (forms === 0) return upgrade;
	return `${upgrade}. Until then they accept no new messages; what people sent you stays here.`;
}

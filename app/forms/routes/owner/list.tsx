import { Link, useLocation } from "react-router";
import { ItemLinks } from "#app/apps/components/item-links.tsx";
import { appContext } from "#app/apps/middleware.ts";
import { requirePro } from "#app/billing/middleware.ts";
import { countForms, FORMS_A_PAGE, listForms } from "#app/forms/form.server.ts";
import { FIELD_TYPES } from "#app/forms/form-rules.ts";
import { readPage, readSearch, requirePage, toPage } from "#app/http/query.ts";
import { withRedirect } from "#app/http/redirect-to.ts";
import { paths } from "#app/paths.ts";
import { plural } from "#app/platform/count.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { SearchBox } from "#app/ui/field/search-box.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { EmptyState } from "#app/ui/list/empty-state.tsx";
import { Pages } from "#app/ui/list/pages.tsx";
import type { Route } from "./+types/list";

export const middleware: Route.MiddlewareFunction[] = [requirePro];

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const [query, page] = [readSearch(url), readPage(url)];
	const forms = await listForms(access, { query, page });
	requirePage(url, forms);
	return {
		query,
		page,
		pages: Math.ceil(countForms(access, query) / FORMS_A_PAGE),
		appId: access.appId,
		appName: access.app.name,
		forms: forms.map(({ fields, ...form }) => ({
			...form,
			path: paths.visitor.form(access.accountName ?? "", access.app.slug, form.slug),
			fieldCount: fields.length,
			fieldTypes: [...new Set(fields.map((field) => FIELD_TYPES[field.type].label))],
		})),
	};
}

export default function FormList({ loaderData }: Route.ComponentProps) {
	const { appId, appName, forms, query, page, pages } = loaderData;
	const { pathname, search } = useLocation();
	return (
		<Page
			title={`Forms of ${appName}`}
			heading="Forms"
			actions={
				<div className="cluster">
					<ButtonLink to={paths.submissions.ofApp({ appId })}>All submissions</ButtonLink>
					<ButtonLink to={paths.form.new({ appId })} variant="primary">
						New Form
					</ButtonLink>
				</div>
			}
		>
			{(pages > 1 || query !== "") && (
				<SearchBox label="Search by title" query={query} clearTo="?" />
			)}
			{query !== "" && forms.length === 0 ? (
				<EmptyState title="Nothing found" text="No form has these characters in its title." />
			) : forms.length === 0 ? (
				<EmptyState
					title="No forms yet"
					text="A form gives the people who use your app a way to reach you."
				>
					<Link to={paths.form.new({ appId })}>Create the first form</Link>
				</EmptyState>
			) : (
				<ul className="item-list">
					{forms.map((form) => (
						<li key={form.id}>
							<div className="item-title cluster">
								<strong dir="auto">{form.title}</strong>
								<Badge tone="neutral">{form.slug}</Badge>
								{form.isClosed && <Badge>Closed</Badge>}
								<Badge tone="info">{plural(form.verifiedSubmissions, "submission")}</Badge>
							</div>
							<div className="item-side">
								<span className="item-meta">
									{plural(form.fieldCount, "field")}: {form.fieldTypes.join(", ")}
								</span>
								<div className="item-actions">
									<a href={form.path} aria-label={`View ${form.title}`}>
										View
									</a>
									<ItemLinks
										title={form.title}
										links={{
											Edit: paths.form.edit({ appId, formId: form.id }),
											Submissions: paths.submissions.ofForm({ appId, formId: form.id }),
											Delete: withRedirect(
												paths.form.deletion({ appId, formId: form.id }),
												pathname + search,
											),
										}}
									/>
								</div>
							</div>
							<p className="item-text" dir="auto">
								{form.description}
							</p>
						</li>
					))}
				</ul>
			)}
			<Pages
				page={page}
				hasMore={page < pages}
				count={pages}
				to={(number) => toPage(number, { q: query })}
			/>
			<p className="small">
				<Link to={paths.form.deleted({ appId })}>Recently deleted</Link>
			</p>
		</Page>
	);
}

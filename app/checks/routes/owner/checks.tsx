import { Link } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import { setAside } from "#app/checks/aside.server.ts";
import { CHECKED_A_PAGE, checkDocuments, countChecked } from "#app/checks/check.server.ts";
import { CheckedDocument } from "#app/checks/components/checked-document.tsx";
import { documentNotFound } from "#app/documents/middleware.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { readForm, unknownButton } from "#app/http/form.server.ts";
import { readPage, requirePage, toPage } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { EmptyState } from "#app/ui/list/empty-state.tsx";
import { Pages } from "#app/ui/list/pages.tsx";
import type { Route } from "./+types/checks";

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const { appId, app, accountName } = access;
	const documentId = url.searchParams.get("document") ?? undefined;
	const page = readPage(url);
	const documents = await checkDocuments(access, { documentId, page });
	if (documentId !== undefined && documents.length === 0) throw await documentNotFound(appId);
	requirePage(url, documents);
	const count = documentId === undefined ? await countChecked(access) : 1;
	return {
		appId,
		appName: app.name,
		isOne: documentId !== undefined,
		documents: documents.map((document) => ({
			...document,
			page: paths.visitor.document(accountName ?? "", app.slug, document.slug),
		})),
		page,
		pages: Math.ceil(count / CHECKED_A_PAGE),
	};
}

const SAID = new Map([
	["aside", "Put aside. It comes back when the text at that place changes."],
	["back", "Taken back."],
]);

/** Puts a finding aside, or takes it back. */
export async function action({ request, context, url }: Route.ActionArgs) {
	const access = context.get(appContext);
	const formData = await readForm(request);
	const intent = String(formData.get("intent"));
	const said = SAID.get(intent);
	if (!said) throw unknownButton();
	const documentId = String(formData.get("document"));
	const key = String(formData.get("key"));
	const isSet = await setAside(access, documentId, { key, isAside: intent === "aside" });
	if (!isSet) throw await documentNotFound(access.appId);
	return redirectWithFlash(url.pathname + url.search, said);
}

export default function Checks({ loaderData }: Route.ComponentProps) {
	const { appId, appName, documents, isOne, page, pages } = loaderData;
	return (
		<Page
			title={`Checks of ${appName}`}
			heading="Checks"
			intro="What readers, Apple and Google look for in your texts. Nothing is blocked by it."
			actions={<ButtonLink to={paths.checks.reachable({ appId })}>Ask from outside</ButtonLink>}
			back={
				isOne
					? { to: paths.checks.all({ appId }), label: "All documents" }
					: { to: paths.kit.page({ appId }), label: "Store kit" }
			}
		>
			{documents.length === 0 ? (
				<EmptyState title="No documents yet" text="There is nothing to check before the first one.">
					<Link to={paths.document.new({ appId })}>Create the first document</Link>
				</EmptyState>
			) : (
				documents.map((document) => (
					<CheckedDocument
						key={document.id}
						document={document}
						appId={appId}
						page={document.page}
					/>
				))
			)}
			<Pages page={page} hasMore={page < pages} count={pages} to={(number) => toPage(number)} />
			<p className="muted">
				A check finds words, not truth. It cannot say whether a text is right for your app.
			</p>
		</Page>
	);
}

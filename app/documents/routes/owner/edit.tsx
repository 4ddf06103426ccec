import { publicUrl } from "#app/addresses/address.server.ts";
import { appContext } from "#app/apps/middleware.ts";
import { DocumentForm } from "#app/documents/components/document-form.tsx";
import { followsTitle } from "#app/documents/document-rules.ts";
import { readDraftOf } from "#app/documents/drafts/draft.server.ts";
import { DraftBanner } from "#app/documents/drafts/draft-banner.tsx";
import { DraftButtons } from "#app/documents/drafts/draft-buttons.tsx";
import { ChangedDraft, readDraftChange } from "#app/documents/drafts/draft-change.tsx";
import { documentContext } from "#app/documents/middleware.ts";
import { describeTelling } from "#app/documents/notices/notice.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { ChangedBanner } from "#app/ui/frame/changed-banner.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/edit";
import { answerDocumentIntent } from "./intent.server.ts";
import { publishOver } from "./publish-over.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const { accountName, app } = access;
	const document = context.get(documentContext);
	return {
		document,
		draft: await readDraftOf(access, document.id),
		now: clock.now(),
		isAddressChosen: !followsTitle(document),
		appUrl: publicUrl(paths.visitor.app(accountName ?? "", app.slug)),
		path: paths.visitor.document(accountName ?? "", app.slug, document.slug),
		telling: await describeTelling(access),
	};
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const access = context.get(appContext);
	const formData = await readForm(request);
	const published = { documentId: params.documentId, text: context.get(documentContext) };
	const answer = await answerDocumentIntent(access, formData, published);
	if (answer) return answer;
	return publishOver(access, formData, published, {
		done: "Changes saved.",
		unexpected: "Failed to update document. Please try again.",
	});
}

export default function EditDocument({ loaderData, actionData, params }: Route.ComponentProps) {
	const { document, draft, now, isAddressChosen, appUrl, path, telling } = loaderData;
	const { changed, changedDraft, hidden } = readDraftChange(actionData, document);
	const isAnnounced = draft?.announcedAt != null;
	const draftPath = draft && paths.document.draft({ ...params, draftId: draft.id });
	return (
		<Page
			title={`Edit ${document.title}`}
			heading="Edit Document"
			intro={<a href={path}>{path}</a>}
			actions={
				<ButtonLink to="../versions" relative="path">
					Versions
				</ButtonLink>
			}
			hasError={actionData?.result.status === "error"}
		>
			<DocumentForm
				id="document"
				actionData={actionData}
				defaultValue={{
					title: document.title,
					slug: isAddressChosen ? document.slug : "",
					content: document.content,
					format: document.format ?? "",
					kind: document.kind ?? "",
					applies: document.effectiveOn ? "from" : "at_once",
					effective_on: document.effectiveOn,
					note: "",
					is_small: "",
				}}
				address={{ app: appUrl, slug: document.slug }}
				previewPath={paths.document.preview(params)}
				autosavePath={isAnnounced || changedDraft ? null : paths.document.autosave(params)}
				hidden={{ ...hidden, document: document.id }}
				buttons={(day) => (
					<DraftButtons
						day={day}
						isPublished
						isAnnounced={isAnnounced}
						draftLabel={changedDraft ? "Save my draft over it" : undefined}
					/>
				)}
				telling={telling}
				submitLabel={changed ? "Save my text anyway" : "Save Changes"}
			>
				{draft && !actionData && <DraftBanner draft={draft} now={now} appId={params.appId} />}
				{changedDraft && <ChangedDraft {...changedDraft} href={draftPath} />}
				{changed && (
					<ChangedBanner noun="document" savedAt={changed.savedAt}>
						Your text is below, and nothing is lost. You can save it over the other text, which is
						kept among the versions.
					</ChangedBanner>
				)}
			</DocumentForm>
		</Page>
	);
}

import { redirect } from "react-router";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { publicUrl } from "#app/addresses/address.server.ts";
import { appContext } from "#app/apps/middleware.ts";
import { DocumentForm, type EditorReply } from "#app/documents/components/document-form.tsx";
import { readDraft } from "#app/documents/drafts/draft.server.ts";
import { DraftButtons } from "#app/documents/drafts/draft-buttons.tsx";
import { ChangedDraft, readDraftChange } from "#app/documents/drafts/draft-change.tsx";
import { DraftIntro } from "#app/documents/drafts/draft-intro.tsx";
import { draftGone } from "#app/documents/middleware.ts";
import { describeTelling } from "#app/documents/notices/notice.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/draft";
import { answerDraftIntent } from "./draft-intent.server.ts";
import { answerDocumentIntent } from "./intent.server.ts";
import { publishFirst } from "./publish-first.server.ts";
import { publishOver } from "./publish-over.server.ts";
import { findPublished } from "./second-press.server.ts";

const PUBLISHING = {
	done: "Draft published.",
	unexpected: "Failed to publish document. Please try again.",
};

export async function loader({ params, context }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const { accountName, app } = access;
	const draft = await readDraft(access, params.draftId);
	if (!draft) {
		const text = "This draft was published or discarded.";
		throw await redirectWithFlash(paths.document.all(params), { tone: "error", text });
	}
	const { document } = draft;
	return {
		draft,
		path: document && paths.visitor.document(accountName ?? "", app.slug, document.slug),
		appUrl: publicUrl(paths.visitor.app(accountName ?? "", app.slug)),
		telling: document ? await describeTelling(access) : undefined,
	};
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const access = context.get(appContext);
	const formData = await readForm(request);
	const documentId = String(formData.get("document") ?? "") || null;
	const draft = await readDraft(access, params.draftId);
	if (!draft) {
		const published = await findPublished(access, formData, documentId);
		if (published && documentId) throw await redirectWithFlash(paths.dashboard, PUBLISHING.done);
		if (published) throw redirectToPublished(access, published);
		const kept = "The draft was published or discarded in another window. Yours is a new one.";
		const { data } = await answerDraftIntent(access, formData, documentId, kept);
		throw draftGone(access.appId, formData, Object.values(data.result.error ?? {}).flat());
	}
	const published =
		draft.documentId && draft.document
			? { documentId: draft.documentId, text: draft.document }
			: null;
	const answer = await answerDocumentIntent(access, formData, published);
	if (answer) return answer;
	if (published) return publishOver(access, formData, published, PUBLISHING);
	const outcome = await publishFirst(access, formData);
	if (typeof outcome !== "string") return outcome;
	throw redirectToPublished(access, outcome);
}

function redirectToPublished({ appId }: AppAccess, documentId: string): Response {
	return redirect(paths.document.published({ appId, documentId }), 303);
}

export default function EditDraft({ loaderData, actionData, params }: Route.ComponentProps) {
	const { draft, path, appUrl, telling } = loaderData;
	const reply: EditorReply | undefined = actionData;
	const known = { revision: draft.base, draft };
	const { changed, changedDraft, hidden } = readDraftChange(reply, known);
	const isAnnounced = draft.announcedAt !== null;
	const isKept = isAnnounced || changed || changedDraft;
	return (
		<Page
			title={`${isAnnounced ? "Announced text" : "Draft"} of ${draft.title || "a document"}`}
			heading={isAnnounced ? "Announced text" : "Draft"}
			intro={<DraftIntro draft={draft} path={path} />}
			actions={
				isAnnounced ? (
					<ButtonLink to={paths.document.callingOff(params)}>Call off</ButtonLink>
				) : (
					<ButtonLink to={paths.document.draftDeletion(params)}>Discard</ButtonLink>
				)
			}
			hasError={reply?.result.status === "error"}
		>
			<DocumentForm
				id="draft"
				actionData={reply}
				defaultValue={{
					title: draft.title,
					slug: draft.slug,
					content: draft.content,
					format: draft.format ?? "",
					kind: draft.kind ?? "",
					applies: draft.effectiveOn ? "from" : "at_once",
					effective_on: draft.effectiveOn,
					note: draft.note,
					is_small: "",
				}}
				address={{ app: appUrl, slug: draft.document?.slug }}
				previewPath={paths.document.preview(params)}
				autosavePath={isKept ? null : paths.document.autosave(params)}
				hidden={{
					...(draft.document ? hidden : { ...hidden, request_id: draft.requestId }),
					document: draft.documentId ?? "",
				}}
				submitLabel={
					isAnnounced ? "Change the announced text" : changed ? "Publish mine over it" : "Publish"
				}
				submitIntent={isAnnounced ? "announce" : undefined}
				buttons={(day) =>
					isAnnounced ? (
						<Button name="intent" value="publish">
							{changed ? "Publish mine over it" : "Publish now"}
						</Button>
					) : (
						<DraftButtons
							day={day}
							isPublished={draft.document !== null}
							draftLabel={changedDraft ? "Save my draft over it" : undefined}
						/>
					)
				}
				telling={telling}
			>
				{draft.failure && (
					<p className="banner" data-tone="danger">
						It could not be published: {draft.failure} It is tried again as soon as you save it.
					</p>
				)}
				{changedDraft && <ChangedDraft {...changedDraft} href={paths.document.draft(params)} />}
				{changed && (
					<p className="banner" data-tone="danger">
						The public text changed meanwhile, on {formatDateTime(changed.savedAt)}. Your text is
						below, and nothing is lost. “Changes” shows what it would change there.
					</p>
				)}
			</DocumentForm>
		</Page>
	);
}

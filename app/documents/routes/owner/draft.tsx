import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { publicUrl } from "#app/addresses/address.server.ts";
import { appContext } from "#app/apps/middleware.ts";
import { Diff } from "#app/documents/components/diff.tsx";
import { DocumentForm, type EditorReply } from "#app/documents/components/document-form.tsx";
import { publishDocument, updateDocument } from "#app/documents/document.server.ts";
import { compareTexts, type DiffPart } from "#app/documents/document-version.server.ts";
import { readDraft } from "#app/documents/drafts/draft.server.ts";
import { ChangedDraft, readDraftChange } from "#app/documents/drafts/draft-change.tsx";
import { documentNotFound } from "#app/documents/middleware.ts";
import { createDocumentSchema, updateDocumentSchema } from "#app/documents/schema.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/draft";
import { answerDraftIntent } from "./draft-intent.server.ts";
import { answerDocumentIntent, askAboutGaps } from "./intent.server.ts";

const UNEXPECTED = { unexpected: "Failed to publish document. Please try again." };

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
	};
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const access = context.get(appContext);
	const formData = await readForm(request);
	const documentId = String(formData.get("document") ?? "") || null;
	const draft = await readDraft(access, params.draftId);
	if (!draft) {
		const kept = "The draft was published or discarded in another window. Yours is a new one.";
		return answerDraftIntent(access, formData, documentId, kept);
	}
	const answer = await answerDocumentIntent(access, formData, draft.documentId);
	if (answer) return answer;
	if (draft.document) return publishOver(access, formData, draft.documentId ?? "", draft.document);
	return publishFirst(access, formData);
}

/** Publishes the draft of a document that is yet to be. */
async function publishFirst(access: AppAccess, formData: FormData) {
	const submission = parseWithZod(formData, { schema: createDocumentSchema });
	if (submission.status !== "success") return invalid(submission);
	const question = askAboutGaps(submission, formData, submission.value);
	if (question) return question;
	let id: string;
	try {
		({ id } = await publishDocument(access, submission.value));
	} catch (error) {
		return refused(submission, error, UNEXPECTED);
	}
	throw redirect(paths.document.published({ appId: access.appId, documentId: id }), 303);
}

/** Publishes the draft over the public text that it began from. */
async function publishOver(
	access: AppAccess,
	formData: FormData,
	documentId: string,
	published: { content: string },
) {
	const submission = parseWithZod(formData, { schema: updateDocumentSchema });
	if (submission.status !== "success") return invalid(submission);
	const { content } = submission.value;
	const question = askAboutGaps(submission, formData, { content, accepted: published.content });
	if (question) return question;
	let revision: number | null;
	try {
		revision = await updateDocument(access, documentId, submission.value);
	} catch (error) {
		const reply = refused(submission, error, UNEXPECTED);
		const diff = reply.data.changed && compareTexts(published.content, content);
		return { ...reply, data: { ...reply.data, diff } };
	}
	if (revision === null) throw await documentNotFound(access.appId);
	throw await redirectWithFlash(paths.dashboard, "Draft published.");
}

export default function EditDraft({ loaderData, actionData, params }: Route.ComponentProps) {
	const { draft, path, appUrl } = loaderData;
	const reply: (EditorReply & { diff?: DiffPart[] }) | undefined = actionData;
	const known = { revision: draft.base, draft };
	const { changed, changedDraft, hidden } = readDraftChange(reply, known);
	const isChanged = changed ?? changedDraft;
	return (
		<Page
			title={`Draft of ${draft.title || "a document"}`}
			heading="Draft"
			intro={
				path ? (
					<>
						Of <a href={path}>{path}</a>. Nobody else sees it.
					</>
				) : (
					"Nobody else sees it until you publish it."
				)
			}
			actions={<ButtonLink to={paths.document.draftDeletion(params)}>Discard</ButtonLink>}
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
				}}
				address={{ app: appUrl, slug: draft.document?.slug }}
				previewPath={paths.document.preview(params)}
				autosavePath={isChanged ? null : paths.document.autosave(params)}
				hidden={{
					...(draft.document ? hidden : { ...hidden, request_id: draft.requestId }),
					document: draft.documentId ?? "",
				}}
				submitLabel={changed ? "Publish mine over it" : "Publish"}
				draftLabel={changedDraft ? "Save my draft over it" : undefined}
				isNew={!draft.document}
			>
				{changedDraft && <ChangedDraft {...changedDraft} href={paths.document.draft(params)} />}
				{changed && (
					<div className="banner" data-tone="danger">
						<div>
							<p>
								The public text changed meanwhile, on {formatDateTime(changed.savedAt)}. Your text
								is below, and nothing is lost.
							</p>
							<details>
								<summary>What yours would change in the public text</summary>
								<Diff parts={reply?.diff ?? []} />
							</details>
						</div>
					</div>
				)}
			</DocumentForm>
		</Page>
	);
}

import { redirect } from "react-router";
import { publicUrl } from "#app/addresses/address.server.ts";
import { appContext } from "#app/apps/middleware.ts";
import { DocumentForm, type EditorReply } from "#app/documents/components/document-form.tsx";
import { SampleChooser } from "#app/documents/components/sample-chooser.tsx";
import { readNewestDraft } from "#app/documents/drafts/draft.server.ts";
import { NewestDraft } from "#app/documents/drafts/draft-banner.tsx";
import { DraftButtons } from "#app/documents/drafts/draft-buttons.tsx";
import { ChangedDraft, readDraftChange } from "#app/documents/drafts/draft-change.tsx";
import type { Known } from "#app/documents/samples.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { Button } from "#app/ui/button/button.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { ExternalLink } from "#app/ui/link/external-link.tsx";
import type { Route } from "./+types/new";
import { answerDocumentIntent } from "./intent.server.ts";
import { publishFirst } from "./publish-first.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const { app, accountName } = access;
	if (accountName === null) throw redirect(paths.account.name);
	return {
		appName: app.name,
		appUrl: publicUrl(paths.visitor.app(accountName, app.slug)),
		generators: env.generators,
		requestId: crypto.randomUUID(),
		draft: await readNewestDraft(access),
		now: clock.now(),
		sample: url.searchParams.get("sample"),
		kind: url.searchParams.get("kind") ?? "",
	};
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const access = context.get(appContext);
	const formData = await readForm(request);
	const answer = await answerDocumentIntent(access, formData);
	if (answer) return answer;
	const outcome = await publishFirst(access, formData);
	if (typeof outcome !== "string") return outcome;
	throw redirect(paths.document.published({ ...params, documentId: outcome }), 303);
}

type NewReply = EditorReply & { asksToReplace?: boolean; known?: Known };

export default function NewDocument({ loaderData, actionData, params }: Route.ComponentProps) {
	const { appName, appUrl, generators, requestId, draft, now, sample, kind } = loaderData;
	const reply: NewReply | undefined = actionData;
	const { changedDraft, hidden } = readDraftChange(reply, { revision: 0 });
	return (
		<Page
			title="Create Document"
			intro={`For ${appName}`}
			hasError={actionData?.result.status === "error"}
		>
			<DocumentForm
				id="document"
				actionData={reply}
				defaultValue={{ kind }}
				address={{ app: appUrl }}
				previewPath={paths.document.preview(params)}
				autosavePath={changedDraft ? null : paths.document.autosave(params)}
				hidden={{
					request_id: requestId,
					draft: hidden.draft,
					draft_revision: hidden.draft_revision,
				}}
				buttons={(day) => (
					<DraftButtons
						day={day}
						isPublished={false}
						draftLabel={changedDraft ? "Save my draft over it" : undefined}
					/>
				)}
				submitLabel="Publish"
				sampleButton={<SampleChooser chosen={reply?.result.initialValue?.sample ?? sample} />}
			>
				{draft && !actionData && <NewestDraft draft={draft} now={now} appId={params.appId} />}
				<p className="cluster small">
					<span className="muted">No text yet? Use a sample of ours, or make one:</span>
					<ExternalLink href={generators.privacy}>Privacy policy</ExternalLink>
					<ExternalLink href={generators.terms}>Terms</ExternalLink>
					<ExternalLink href={generators.legal}>Legal documents</ExternalLink>
				</p>
				{changedDraft && <ChangedDraft {...changedDraft} href={paths.document.all(params)} />}
				{reply?.asksToReplace && (
					<div className="banner" role="alert">
						<div>The sample would replace the title and the text that you have typed.</div>
						<Button name="intent" value="replace-with-sample">
							Replace my text
						</Button>
					</div>
				)}
				{reply?.known && <FilledIn known={reply.known} />}
			</DocumentForm>
		</Page>
	);
}

/** Says what a sample was filled in with, because all of it becomes public. */
function FilledIn({ known }: { known: Known }) {
	return (
		<p role="status" dir="auto">
			Filled in: {known.app}, {known.owner}, {known.contact} and {known.date}. Please read the text
			and change what isn't true of your app.
		</p>
	);
}

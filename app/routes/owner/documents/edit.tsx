import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { BackLink } from "~/components/back-link";
import { ButtonLink } from "~/components/button";
import { DocumentForm } from "~/components/document-form";
import { PageTitle } from "~/components/page-title";
import { invalid, readForm, refused } from "~/lib/form.server";
import { formatDateTime } from "~/lib/time";
import { appContext } from "~/middleware/app";
import { documentContext, documentNotFound } from "~/middleware/document";
import { redirectWithFlash } from "~/middleware/flash";
import { publicPath } from "~/models/address.server";
import { ChangedMeanwhile, updateDocument } from "~/models/document.server";
import { updateDocumentSchema } from "~/schemas/document";
import type { Route } from "./+types/edit";
import { answerDocumentIntent } from "./intent.server";

export function loader({ context }: Route.LoaderArgs) {
	const { accountName, app } = context.get(appContext);
	const document = context.get(documentContext);
	return { document, path: publicPath(accountName ?? "", app.slug, document.slug) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const access = context.get(appContext);
	const formData = await readForm(request);
	const answer = await answerDocumentIntent(access, formData);
	if (answer) return answer;
	const submission = parseWithZod(formData, { schema: updateDocumentSchema });
	if (submission.status !== "success") return invalid(submission);
	try {
		const isFound = await updateDocument(access, params.documentId, submission.value);
		if (!isFound) throw await documentNotFound(access.appId);
	} catch (error) {
		if (!(error instanceof ChangedMeanwhile)) {
			return refused(submission, error, {
				unexpected: "Failed to update document. Please try again.",
			});
		}
		const changed = { revision: error.revision, savedAt: error.savedAt };
		return data(
			{ result: submission.reply({ formErrors: [error.message] }), title: null, changed },
			error.status,
		);
	}
	throw await redirectWithFlash("/dashboard", { tone: "success", text: "Changes saved." });
}

export default function EditDocument({ loaderData, actionData }: Route.ComponentProps) {
	const { document, path } = loaderData;
	const { changed } = (actionData ?? {}) as { changed?: { revision: number; savedAt: Date } };
	const typed = actionData?.result.initialValue as { revision?: string } | undefined;
	const revision = changed?.revision ?? typed?.revision ?? document.revision;
	return (
		<div className="stack-l">
			<PageTitle
				title={`Edit ${document.title}`}
				hasError={actionData?.result.status === "error"}
			/>
			<BackLink to="/dashboard">Back to Dashboard</BackLink>
			<div className="page-header">
				<div>
					<h1>Edit Document</h1>
					<p className="muted">
						<a href={path}>{path}</a>
					</p>
				</div>
				<ButtonLink to="../versions" relative="path">
					Versions
				</ButtonLink>
			</div>
			<DocumentForm
				id="document"
				actionData={actionData}
				defaultValue={{ title: document.title, content: document.content }}
				hidden={{ revision: String(revision) }}
				submitLabel={changed ? "Save my text anyway" : "Save Changes"}
			>
				{changed && (
					<div className="banner" data-tone="danger">
						<div>
							Another window saved this document on {formatDateTime(changed.savedAt)}. Your text is
							below, and nothing of it is lost. You can save it over the other one, which stays in
							the versions.
						</div>
					</div>
				)}
			</DocumentForm>
		</div>
	);
}

import { parseWithZod } from "@conform-to/zod/v4";
import { BackLink } from "~/components/back-link";
import { ButtonLink } from "~/components/button";
import { ChangedBanner, readChange } from "~/components/changed-banner";
import { DocumentForm } from "~/components/document-form";
import { PageTitle } from "~/components/page-title";
import { invalid, readForm, refused } from "~/lib/form.server";
import { appContext } from "~/middleware/app";
import { documentContext, documentNotFound } from "~/middleware/document";
import { redirectWithFlash } from "~/middleware/flash";
import { publicPath } from "~/models/address.server";
import { updateDocument } from "~/models/document.server";
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
		return refused(submission, error, {
			unexpected: "Failed to update document. Please try again.",
		});
	}
	throw await redirectWithFlash("/dashboard", { tone: "success", text: "Changes saved." });
}

export default function EditDocument({ loaderData, actionData }: Route.ComponentProps) {
	const { document, path } = loaderData;
	const { changed, revision } = readChange(actionData, document.revision);
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
				hidden={{ revision }}
				submitLabel={changed ? "Save my text anyway" : "Save Changes"}
			>
				{changed && (
					<ChangedBanner noun="document" savedAt={changed.savedAt}>
						Your text is below, and nothing of it is lost. You can save it over the other one, which
						stays in the versions.
					</ChangedBanner>
				)}
			</DocumentForm>
		</div>
	);
}

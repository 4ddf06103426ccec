import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import { DocumentForm } from "#app/documents/components/document-form.tsx";
import { publishDocument } from "#app/documents/document.server.ts";
import { createDocumentSchema } from "#app/documents/schema.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import type { Reply } from "#app/http/reply.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env.server.ts";
import { Button } from "#app/ui/button/button.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { ExternalLink } from "#app/ui/link/external-link.tsx";
import type { Route } from "./+types/new";
import { answerDocumentIntent } from "./intent.server.ts";

export function loader({ context }: Route.LoaderArgs) {
	const { app, accountName } = context.get(appContext);
	if (accountName === null) throw redirect(paths.account.name);
	return { appName: app.name, generators: env.generators, requestId: crypto.randomUUID() };
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const access = context.get(appContext);
	const formData = await readForm(request);
	const answer = await answerDocumentIntent(access, formData);
	if (answer) return answer;
	const submission = parseWithZod(formData, { schema: createDocumentSchema });
	if (submission.status !== "success") return invalid(submission);
	let document: { id: string };
	try {
		document = await publishDocument(access, submission.value);
	} catch (error) {
		return refused(submission, error, {
			unexpected: "Failed to publish document. Please try again.",
		});
	}
	throw redirect(paths.document.published({ ...params, documentId: document.id }), 303);
}

export default function NewDocument({ loaderData, actionData }: Route.ComponentProps) {
	const { appName, generators, requestId } = loaderData;
	const reply: Reply<{ asksToReplace: boolean }> | undefined = actionData;
	return (
		<Page
			title="Create Document"
			intro={`For ${appName}`}
			hasError={actionData?.result.status === "error"}
		>
			<DocumentForm
				id="document"
				actionData={actionData}
				hidden={{ request_id: requestId }}
				submitLabel="Publish"
				sampleButton={
					<Button name="intent" value="sample" className="button-s">
						Use Sample
					</Button>
				}
			>
				<p className="cluster small">
					<span className="muted">No text yet? Make one:</span>
					<ExternalLink href={generators.privacy}>Privacy policy</ExternalLink>
					<ExternalLink href={generators.terms}>Terms</ExternalLink>
					<ExternalLink href={generators.legal}>Legal documents</ExternalLink>
				</p>
				{reply?.asksToReplace && (
					<div className="banner" role="alert">
						<div>The sample would replace the title and the text that you have typed.</div>
						<Button name="intent" value="replace-with-sample">
							Replace my text
						</Button>
					</div>
				)}
			</DocumentForm>
		</Page>
	);
}

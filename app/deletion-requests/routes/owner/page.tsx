import { parseWithZod } from "@conform-to/zod/v4";
import { readProfile } from "#app/accounts/profile.server.ts";
import { publicUrl } from "#app/addresses/address.server.ts";
import { appContext } from "#app/apps/middleware.ts";
import { PageForm } from "#app/deletion-requests/components/page-form.tsx";
import { PageStateLine } from "#app/deletion-requests/components/page-state.tsx";
import {
	findDeletionPage,
	reopenDeletionPage,
	saveDeletionPage,
	stateOf,
} from "#app/deletion-requests/deletion-page.server.ts";
import { deletionPageSchema } from "#app/deletion-requests/schema.ts";
import { suggestedTexts } from "#app/deletion-requests/suggested-texts.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/page";

export async function loader({ context }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const { appId, app, accountName } = access;
	const page = await findDeletionPage(access);
	const { company, full_name } = await readProfile(access);
	return {
		appId,
		appName: app.name,
		developer: company || full_name || accountName,
		texts: page ?? suggestedTexts(app.name),
		revision: page?.revision ?? 0,
		state: stateOf(page),
		url: accountName && publicUrl(paths.visitor.deletion(accountName, app.slug)),
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const access = context.get(appContext);
	const formData = await readForm(request);
	const page = paths.deletions.page(access);
	if (formData.get("intent") === "reopen") {
		const isThere = await reopenDeletionPage(access);
		throw await redirectWithFlash(
			page,
			isThere
				? "The page is open again."
				: { tone: "error", text: "There is no page yet. Please write it first." },
		);
	}
	const submission = parseWithZod(formData, { schema: deletionPageSchema });
	if (submission.status !== "success") return invalid(submission);
	let revision: number;
	try {
		revision = await saveDeletionPage(access, submission.value);
	} catch (error) {
		return refused(submission, error, { unexpected: "Failed to save the page. Please try again." });
	}
	const isNew = submission.value.revision === 0 && revision === 1;
	throw await redirectWithFlash(
		page,
		isNew
			? "The page is open. Paste its address into Play Console › App content › Data safety."
			: "The page is saved.",
	);
}

export default function DeletionPageSettings({ loaderData, actionData }: Route.ComponentProps) {
	const { appId, appName, developer, texts, revision, state, url } = loaderData;
	return (
		<Page
			title={`Deletion page of ${appName}`}
			heading="Deletion page"
			intro={`People ask here for the deletion of their account and data. Each proves the e-mail address first; then you have the days that you promise. The page says that ${appName} is made by ${developer}.`}
			isNarrow
			hasError={actionData?.result.status === "error"}
		>
			<PageStateLine appId={appId} state={state} url={url} />
			{state === "new" && (
				<p className="banner">
					The texts below are a beginning. Please change what is not so in {appName}: the page is
					your promise.
				</p>
			)}
			<PageForm
				key={revision}
				texts={texts}
				revision={revision}
				appName={appName}
				reply={actionData}
			/>
		</Page>
	);
}

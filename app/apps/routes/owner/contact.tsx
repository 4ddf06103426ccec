import { parseWithZod } from "@conform-to/zod/v4";
import { readApp, saveContactEmail } from "#app/apps/app.server.ts";
import { AppContactForm } from "#app/apps/components/app-contact-form.tsx";
import { appContext } from "#app/apps/middleware.ts";
import { appContactSchema } from "#app/apps/schema.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { safeRedirect } from "#app/http/redirect-to.ts";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/contact";

export async function loader({ context, url }: Route.LoaderArgs) {
	const { id, name, contactEmail } = await readApp(context.get(appContext));
	return { id, name, contactEmail, redirectTo: url.searchParams.get("redirectTo") };
}

export async function action({ request, context, url }: Route.ActionArgs) {
	const access = context.get(appContext);
	const submission = parseWithZod(await readForm(request), { schema: appContactSchema });
	if (submission.status !== "success") return invalid(submission);
	const { contact_email } = submission.value;
	try {
		await saveContactEmail(access, contact_email || null);
	} catch (error) {
		const unexpected = "Failed to save the contact address. Please try again.";
		return refused(submission, error, { unexpected });
	}
	throw await redirectWithFlash(
		safeRedirect(url.searchParams.get("redirectTo"), paths.app.settings(access)),
		contact_email ? "Contact address saved." : "The app shows no contact address any more.",
	);
}

export default function AppContact({ loaderData, actionData }: Route.ComponentProps) {
	const { name, redirectTo } = loaderData;
	return (
		<Page
			title={`Contact address of ${name}`}
			heading="Contact address"
			isNarrow
			hasError={actionData !== undefined}
		>
			<AppContactForm app={loaderData} redirectTo={redirectTo} result={actionData?.result} />
		</Page>
	);
}

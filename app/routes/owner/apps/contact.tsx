import { parseWithZod } from "@conform-to/zod/v4";
import { AppContactForm } from "~/components/app-contact-form";
import { BackLink } from "~/components/back-link";
import { PageTitle } from "~/components/page-title";
import { invalid, readForm, refused } from "~/lib/form.server";
import { appContext } from "~/middleware/app";
import { redirectWithFlash } from "~/middleware/flash";
import { readApp, saveContactEmail } from "~/models/app.server";
import { appContactSchema } from "~/schemas/app";
import type { Route } from "./+types/contact";

export async function loader({ context }: Route.LoaderArgs) {
	const { id, name, contactEmail } = await readApp(context.get(appContext));
	return { id, name, contactEmail };
}

export async function action({ request, context }: Route.ActionArgs) {
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
	throw await redirectWithFlash(`/app/${access.appId}/settings`, {
		tone: "success",
		text: contact_email ? "Contact address saved." : "The app shows no contact address now.",
	});
}

export default function AppContact({ loaderData, actionData }: Route.ComponentProps) {
	const { id, name } = loaderData;
	return (
		<div className="stack-l measure">
			<PageTitle title={`Contact address of ${name}`} hasError={actionData !== undefined} />
			<BackLink to={`/app/${id}/settings`}>Settings of {name}</BackLink>
			<h1>Contact address</h1>
			<AppContactForm app={loaderData} result={actionData?.result} />
		</div>
	);
}

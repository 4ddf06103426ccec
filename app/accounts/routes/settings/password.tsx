import { parseWithZod } from "@conform-to/zod/v4";
import { PasswordForm } from "#app/accounts/components/password-form.tsx";
import { SettingsPage } from "#app/accounts/components/settings-page.tsx";
import { changePasswordSchema } from "#app/accounts/credentials.ts";
import { userContext } from "#app/accounts/middleware.ts";
import { changePassword } from "#app/accounts/passwords/password.server.ts";
import { writeSessionToken } from "#app/http/cookies.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/password";

export const handle: PageHandle = { renewsSession: true };

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: changePasswordSchema });
	if (submission.status !== "success") return invalid(submission);
	let token: string | null;
	try {
		token = await changePassword(context.get(userContext), submission.value);
	} catch (error) {
		const unexpected = "Failed to change password. Please try again.";
		return refused(submission, error, { unexpected });
	}
	const response = await redirectWithFlash(paths.account.settings, {
		title: "Password changed",
		text: "Every other browser was signed out.",
	});
	if (token) response.headers.append("Set-Cookie", await writeSessionToken(token));
	throw response;
}

export default function Password({ actionData }: Route.ComponentProps) {
	return (
		<SettingsPage
			title="Change password"
			intro="This browser stays signed in, and every other one is signed out."
			current="Security"
			hasError={actionData !== undefined}
		>
			<PasswordForm result={actionData?.result} />
			<p>
				Don't know the current one? <a href={paths.auth.forgot}>Have a link mailed to you</a>
			</p>
		</SettingsPage>
	);
}

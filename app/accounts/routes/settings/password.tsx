import { parseWithZod } from "@conform-to/zod/v4";
import { PasswordForm } from "#app/accounts/components/password-form.tsx";
import { changePasswordSchema } from "#app/accounts/credentials.ts";
import { userContext } from "#app/accounts/middleware.ts";
import { changePassword } from "#app/accounts/password.server.ts";
import { clientAddress } from "#app/http/client-address.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/password";

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: changePasswordSchema });
	if (submission.status !== "success") return invalid(submission);
	try {
		await changePassword(context.get(userContext), submission.value, clientAddress(request));
	} catch (error) {
		const unexpected = "Failed to change password. Please try again.";
		return refused(submission, error, { unexpected });
	}
	throw await redirectWithFlash(paths.account.settings, {
		title: "Password changed",
		text: "Every other browser was signed out.",
	});
}

export default function Password({ actionData }: Route.ComponentProps) {
	return (
		<Page
			title="Change password"
			intro="This browser stays signed in, and every other one is signed out."
			back={{ to: paths.account.settings, label: "Settings" }}
			isNarrow
			hasError={actionData !== undefined}
		>
			<PasswordForm result={actionData?.result} />
			<p>
				Don't know the current one? <a href={paths.auth.forgot}>Have a link mailed to you</a>
			</p>
		</Page>
	);
}

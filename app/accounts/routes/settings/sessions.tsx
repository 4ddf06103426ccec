import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import { CurrentPasswordField } from "#app/accounts/components/password-fields.tsx";
import { SettingsPage } from "#app/accounts/components/settings-page.tsx";
import { endSessionsSchema } from "#app/accounts/credentials.ts";
import { userContext } from "#app/accounts/middleware.ts";
import { endOtherSessions, endSession } from "#app/accounts/other-sessions.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused, unknownButton } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import type { Route } from "./+types/sessions";

const OTHERS = "others";

/** Asks for the password. Without a session to end, as after signing in, it leads to the list. */
export function loader({ url }: Route.LoaderArgs) {
	const session = url.searchParams.get("session");
	if (!session) throw redirect(paths.account.settings);
	return { session };
}

/** Signs out one other browser, or all of them. */
export async function action({ request, context }: Route.ActionArgs) {
	const access = context.get(userContext);
	const formData = await readForm(request);
	if (!formData.get("session")) throw unknownButton();
	const submission = parseWithZod(formData, { schema: endSessionsSchema });
	if (submission.status !== "success") return invalid(submission);
	const { session, current_password } = submission.value;
	try {
		if (session === OTHERS) await endOtherSessions(access, current_password);
		else await endSession(access, session, current_password);
	} catch (error) {
		return refused(submission, error);
	}
	throw await redirectWithFlash(
		paths.account.settings,
		session === OTHERS ? "Every other browser is signed out." : "That browser is signed out.",
	);
}

export default function EndSessions({ loaderData, actionData }: Route.ComponentProps) {
	const { session } = loaderData;
	const [form, fields] = useForm<{ current_password: string }>({
		id: "end-sessions",
		lastResult: actionData?.result,
	});
	return (
		<SettingsPage
			title={session === OTHERS ? "Sign out all other browsers?" : "Sign out that browser?"}
			intro="You signed in a while ago, so please enter your password."
			current="Security"
			hasError={actionData !== undefined}
		>
			<CheckedForm
				form={form}
				action={`${paths.account.sessions}?${new URLSearchParams({ session })}`}
			>
				<input type="hidden" name="session" value={session} />
				<CurrentPasswordField field={fields.current_password} />
				<div className="cluster">
					<Button variant="primary">Sign out</Button>
				</div>
			</CheckedForm>
		</SettingsPage>
	);
}

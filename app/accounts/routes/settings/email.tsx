import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import { CurrentPasswordField } from "#app/accounts/components/password-fields.tsx";
import { SettingsPage } from "#app/accounts/components/settings-page.tsx";
import { changeEmailSchema } from "#app/accounts/credentials.ts";
import { requestEmailChange } from "#app/accounts/email-change.server.ts";
import { userContext } from "#app/accounts/middleware.ts";
import { clientAddress } from "#app/http/client-address.server.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { readReceipt, sentReceipt } from "#app/platform/crypto/sent-receipt.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { TextField } from "#app/ui/field/field.tsx";
import { MailboxLink } from "#app/ui/frame/mailbox-link.tsx";
import type { Route } from "./+types/email";

export function loader({ context, url }: Route.LoaderArgs) {
	return {
		email: context.get(userContext).email,
		isSent: readReceipt(paths.account.email, url) !== null,
		isLocal: env.mode === "local",
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: changeEmailSchema });
	if (submission.status !== "success") return invalid(submission);
	try {
		const access = context.get(userContext);
		await requestEmailChange(access, submission.value, clientAddress(request));
	} catch (error) {
		return refused(submission, error);
	}
	throw redirect(paths.account.email + sentReceipt(paths.account.email), 303);
}

export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
	const { email, isSent, isLocal } = loaderData;
	const [form, fields] = useForm<{ email: string; current_password: string }>({
		id: "change-email",
		lastResult: actionData?.result,
	});
	if (isSent && !actionData) {
		return (
			<SettingsPage title="Check your new mailbox" current="Security">
				<p>
					We sent a mail to the new address. The link in it works once, for 24 hours; until you use
					it, you sign in as <strong>{email}</strong>. We also told that address about the change.
				</p>
				<MailboxLink isLocal={isLocal} />
			</SettingsPage>
		);
	}
	return (
		<SettingsPage
			title="Change e-mail address"
			intro={
				<>
					You sign in as <strong>{email}</strong>. We send a link to the new address, and the change
					is made once you use it.
				</>
			}
			current="Security"
			hasError={actionData !== undefined}
		>
			<CheckedForm form={form} action={paths.account.email}>
				<TextField
					field={fields.email}
					label="New e-mail address"
					type="email"
					autoComplete="email"
				/>
				<CurrentPasswordField field={fields.current_password} />
				<div className="cluster">
					<Button variant="primary">Send the link</Button>
				</div>
			</CheckedForm>
		</SettingsPage>
	);
}

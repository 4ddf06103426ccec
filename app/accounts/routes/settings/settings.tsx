import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { suggestAccountName } from "#app/accounts/account-name/account-name.server.ts";
import { answerAccountName } from "#app/accounts/account-name/account-name-form.server.ts";
import type { Availability } from "#app/accounts/account-name/account-name-rules.ts";
import { AccountNameForm } from "#app/accounts/components/account-name-form.tsx";
import { MailboxNotice, PROVE } from "#app/accounts/components/mailbox-notice.tsx";
import { PasswordForm } from "#app/accounts/components/password-form.tsx";
import { SessionList } from "#app/accounts/components/session-list.tsx";
import { SettingsPage } from "#app/accounts/components/settings-page.tsx";
import { askForProof } from "#app/accounts/email-change.server.ts";
import { userContext } from "#app/accounts/middleware.ts";
import { isFresh, listSessions } from "#app/accounts/other-sessions.server.ts";
import { readProfile, updateProfile } from "#app/accounts/profile.server.ts";
import { type Profile, profileSchema } from "#app/accounts/profile.ts";
import { readBilling } from "#app/billing/billing.server.ts";
import { BillingCard } from "#app/billing/components/billing-card.tsx";
import { clientAddress } from "#app/http/client-address.server.ts";
import { redirectWithFlash, redirectWithOutcome } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { type Reply, replyWith } from "#app/http/reply.ts";
import { describeUserAgent } from "#app/http/user-agent.server.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env/env.server.ts";
import { readUndeliverable } from "#app/platform/mail/undeliverable.sql.ts";
import { Button, ButtonAnchor, ButtonLink } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { TextField } from "#app/ui/field/field.tsx";
import { Card } from "#app/ui/list/card.tsx";
import type { Route } from "./+types/settings";

export async function loader({ context }: Route.LoaderArgs) {
	const access = context.get(userContext);
	const { email, accountName } = access;
	const sessions = await listSessions(access);
	return {
		email,
		undeliverable: readUndeliverable(email),
		supportEmail: env.supportEmail,
		accountName,
		profile: await readProfile(access),
		suggestion: await suggestAccountName(access),
		appUrl: env.appUrl,
		billing: await readBilling(access),
		isFresh: await isFresh(access),
		sessions: sessions.map(({ userAgent, ...session }) => ({
			...session,
			browser: describeUserAgent(userAgent),
		})),
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const access = context.get(userContext);
	const formData = await readForm(request);
	if (formData.has("account_name")) {
		const answer = await answerAccountName(access, formData);
		if ("flash" in answer) throw await redirectWithFlash(paths.account.settings, answer.flash);
		const { data, init } = answer.reply;
		return replyWith({ ...data, isAccountName: true }, init ?? undefined);
	}
	const submission = parseWithZod(formData, { schema: profileSchema });
	if (formData.has(PROVE)) {
		const asked = askForProof(access, clientAddress(request));
		throw await redirectWithOutcome(asked, paths.account.settings, paths.account.settings);
	}
	if (submission.status !== "success") return invalid(submission);
	try {
		await updateProfile(access, submission.value);
	} catch (error) {
		const unexpected = "Failed to update profile. Please try again.";
		return refused(submission, error, { unexpected });
	}
	throw await redirectWithFlash(paths.account.settings, "Profile updated.");
}

type SettingsReply = Reply<{ isAccountName: true; availability: Availability }>;

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
	const reply: SettingsReply | undefined = actionData;
	const nameReply = reply?.isAccountName ? reply : undefined;
	return (
		<SettingsPage title="Settings" hasError={reply?.result.status === "error"}>
			{loaderData.undeliverable && (
				<MailboxNotice
					email={loaderData.email}
					undeliverable={loaderData.undeliverable}
					supportEmail={loaderData.supportEmail}
				/>
			)}
			<Card title="Profile" id="your-profile">
				<ProfileForm profile={loaderData.profile} result={nameReply ? undefined : reply?.result} />
				<hr />
				<AccountNameForm
					current={loaderData.accountName}
					suggestion={loaderData.suggestion}
					appUrl={loaderData.appUrl}
					action={paths.account.settings}
					result={nameReply?.result}
					availability={nameReply?.availability}
					variant="secondary"
				/>
			</Card>

			<Card title="Security" id="security">
				<h3>E-mail address</h3>
				<p>
					You sign in as <strong>{loaderData.email}</strong>, and mail goes there.
				</p>
				<ButtonLink to={paths.account.email}>Change e-mail address</ButtonLink>
				<hr />
				<h3>Password</h3>
				<PasswordForm />
				<hr />
				<h3>Signed-in browsers</h3>
				<SessionList sessions={loaderData.sessions} isFresh={loaderData.isFresh} />
			</Card>

			<Card title="Notifications" id="notifications-of-messages">
				<p>New messages are mailed to you at once, once a day, or not at all.</p>
				<ButtonLink to={paths.account.notifications}>Choose notifications</ButtonLink>
			</Card>

			<BillingCard billing={loaderData.billing} />

			<Card title="Your data" id="data">
				<p>
					One ZIP file with everything you keep here: documents, forms, submissions with their
					conversations, and every public address.
				</p>
				<ButtonAnchor href={paths.account.export}>Export your data</ButtonAnchor>
			</Card>

			<Card title="Danger Zone" tone="danger" id="danger">
				<p>
					Deleting the account takes everything you published offline and erases all of its data
					permanently.
				</p>
				<ButtonAnchor variant="danger" href={paths.account.deletion}>
					Delete Account
				</ButtonAnchor>
			</Card>
		</SettingsPage>
	);
}

function ProfileForm({ profile, result }: { profile: Profile; result?: SubmissionResult }) {
	const [form, fields] = useForm<Profile>({
		id: "profile",
		lastResult: result,
		defaultValue: profile,
	});
	return (
		<CheckedForm form={form}>
			<TextField field={fields.full_name} label="Name" autoComplete="name" />
			<TextField field={fields.company} label="Company (optional)" autoComplete="organization" />
			<div className="cluster">
				<Button>Save profile</Button>
			</div>
		</CheckedForm>
	);
}

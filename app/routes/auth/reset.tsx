import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { Button, ButtonLink } from "~/components/button";
import { ErrorSummary } from "~/components/error-summary";
import { NewPasswordFields } from "~/components/new-password-fields";
import { NarrowShell } from "~/components/page-shell";
import { PageTitle } from "~/components/page-title";
import { clearSessionToken } from "~/lib/cookies.server";
import { invalid, readForm, refused } from "~/lib/form.server";
import { redirectWithFlash } from "~/middleware/flash";
import { readPasswordReset, resetPassword } from "~/models/user.server";
import { newPasswordSchema } from "~/schemas/credentials";
import type { Route } from "./+types/reset";

export async function loader({ url }: Route.LoaderArgs) {
	const token = url.searchParams.get("token") ?? "";
	const { state } = await readPasswordReset(token);
	return data({ state, token }, state === "valid" ? 200 : 400);
}

export async function action({ request, url }: Route.ActionArgs) {
	const token = url.searchParams.get("token") ?? "";
	const submission = parseWithZod(await readForm(request), { schema: newPasswordSchema });
	if (submission.status !== "success") return invalid(submission);
	let isSaved: boolean;
	try {
		isSaved = await resetPassword(token, submission.value.password);
	} catch (error) {
		return refused(submission, error);
	}
	if (!isSaved) throw redirect(`/auth/reset?${new URLSearchParams({ token })}`, 303);
	const response = await redirectWithFlash("/auth", {
		tone: "success",
		text: "Your password is changed. Sign in with the new one.",
	});
	response.headers.append("Set-Cookie", await clearSessionToken());
	throw response;
}

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
	const [form, fields] = useForm<{ password: string; confirm_password: string }>({
		id: "reset",
		lastResult: actionData?.result,
	});
	if (loaderData.state === "used") {
		return (
			<NarrowShell
				title="This link doesn't work any more"
				intro="The password was changed with it, or since it was sent."
			>
				<PageTitle title="This link doesn't work any more" />
				<p>
					<ButtonLink to="/auth" variant="primary" reloadDocument>
						Go to Login
					</ButtonLink>
				</p>
				<p>
					Don't know the new one? <a href="/auth/forgot">Have another link sent</a>
				</p>
			</NarrowShell>
		);
	}
	if (loaderData.state !== "valid") {
		return (
			<NarrowShell
				title="This link doesn't work any more"
				intro="Links for a new password work once, for one hour."
			>
				<PageTitle title="This link doesn't work any more" />
				<p>
					<ButtonLink to="/auth/forgot" variant="primary" reloadDocument>
						Send a new link
					</ButtonLink>
				</p>
			</NarrowShell>
		);
	}
	const query = new URLSearchParams({ token: loaderData.token });
	return (
		<NarrowShell
			title="Choose a new password"
			intro="Every browser that is signed in to your account will be signed out."
		>
			<PageTitle title="Choose a new password" hasError={actionData !== undefined} />
			<ErrorSummary form={form} fields={fields} />
			<form method="post" action={`/auth/reset?${query}`} id={form.id} className="form" noValidate>
				<NewPasswordFields fields={fields} label="New password" hint="At least 6 characters." />
				<Button variant="primary">Change password</Button>
			</form>
		</NarrowShell>
	);
}

import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { accountBrowser, browserContext, markBrowser } from "#app/accounts/browser-mark.ts";
import { NewPasswordFields } from "#app/accounts/components/password-fields.tsx";
import { newPasswordSchema } from "#app/accounts/credentials.ts";
import { readPasswordReset, resetPassword } from "#app/accounts/passwords/password-reset.server.ts";
import { clearSession } from "#app/http/cookies.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { ErrorSummary } from "#app/ui/field/error-summary.tsx";
import { NarrowShell } from "#app/ui/frame/page-shell.tsx";
import type { Route } from "./+types/reset";

export const middleware: Route.MiddlewareFunction[] = [markBrowser];

/** Shows the link's state. Mail scanners open links, so only the form's POST uses it. */
export async function loader({ url }: Route.LoaderArgs) {
	const token = url.searchParams.get("token") ?? "";
	const { state } = await readPasswordReset(token);
	return data({ state, token }, state === "valid" ? 200 : 400);
}

export async function action({ request, url, context }: Route.ActionArgs) {
	const token = url.searchParams.get("token") ?? "";
	const submission = parseWithZod(await readForm(request), { schema: newPasswordSchema });
	if (submission.status !== "success") return invalid(submission);
	let email: string | null;
	try {
		email = await resetPassword(token, submission.value.password, context.get(browserContext));
	} catch (error) {
		return refused(submission, error);
	}
	if (email === null) throw redirect(`${paths.auth.reset}?${new URLSearchParams({ token })}`, 303);
	const response = await redirectWithFlash(
		paths.auth.signIn,
		"Your password is changed. Sign in with the new one.",
	);
	await clearSession(response.headers);
	const browser = await accountBrowser(request, email);
	response.headers.append("Set-Cookie", await browser.keep({ isSignedIn: true }));
	throw response;
}

/** The page's texts when no password can be chosen. */
const MESSAGES = {
	used: [
		"This link doesn't work any more",
		"It was used before, or the password or the address was changed since.",
	],
	expired: [
		"This link has expired",
		"Links for a new password work for one hour. Have another one sent.",
	],
	unknown: [
		"This link doesn't work",
		"It may have been cut short. Open it from the mail again, or have another one sent.",
	],
} as const;

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
	const { state, token } = loaderData;
	const [form, fields] = useForm<{ password: string; confirm_password: string }>({
		id: "reset",
		lastResult: actionData?.result,
	});
	if (state !== "valid") return <Worthless state={state} />;
	const address = `${paths.auth.reset}?${new URLSearchParams({ token })}`;
	return (
		<NarrowShell
			title="Choose a new password"
			intro="Every browser that is signed in to your account will be signed out."
			hasError={actionData !== undefined}
		>
			<ErrorSummary form={form} />
			<form method="post" action={address} id={form.id} className="form" noValidate>
				<NewPasswordFields fields={fields} label="New password" hint="At least 6 characters." />
				<Button variant="primary">Change password</Button>
			</form>
		</NarrowShell>
	);
}

function Worthless({ state }: { state: keyof typeof MESSAGES }) {
	const [title, text] = MESSAGES[state];
	const isUsed = state === "used";
	return (
		<NarrowShell title={title} intro={text}>
			<p>
				<ButtonLink
					to={isUsed ? paths.auth.signIn : paths.auth.forgot}
					variant="primary"
					reloadDocument
				>
					{isUsed ? "Go to Login" : "Send a new link"}
				</ButtonLink>
			</p>
			{isUsed && (
				<p>
					Don't know the new one? <a href={paths.auth.forgot}>Have another link sent</a>
				</p>
			)}
		</NarrowShell>
	);
}

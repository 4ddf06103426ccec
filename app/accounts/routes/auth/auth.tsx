import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { createContext, redirect } from "react-router";
import { authenticator } from "#app/accounts/authenticator.server.ts";
import { accountBrowser } from "#app/accounts/browser-mark.ts";
import {
	CurrentPasswordField,
	NewPasswordFields,
} from "#app/accounts/components/password-fields.tsx";
import { signInSchema, signUpSchema } from "#app/accounts/credentials.ts";
import { optionalUserContext } from "#app/accounts/middleware.ts";
import { EmailNotConfirmed } from "#app/accounts/session.server.ts";
import { noteSignUpBrowser } from "#app/accounts/sign-up-browser.server.ts";
import { signUp } from "#app/accounts/user.server.ts";
import { clientAddress } from "#app/http/client-address.server.ts";
import { writeSessionToken } from "#app/http/cookies.server.ts";
import { showFlash, takeFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { safeRedirect, withRedirect } from "#app/http/redirect-to.ts";
import { type Reply, replyWith } from "#app/http/reply.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";
import { ErrorSummary } from "#app/ui/field/error-summary.tsx";
import { TextField } from "#app/ui/field/field.tsx";
import { NarrowShell } from "#app/ui/frame/page-shell.tsx";
import type { Route } from "./+types/auth";

export const handle: PageHandle = { kept: "site" };

export const middleware: Route.MiddlewareFunction[] = [showFlash];

/** Whether the page shows the reply to a post, also to somebody who is signed in as another. */
const repliesContext = createContext(false);

export function loader({ context, url }: Route.LoaderArgs) {
	const redirectTo = safeRedirect(url.searchParams.get("redirectTo"));
	if (context.get(optionalUserContext) && !context.get(repliesContext)) throw redirect(redirectTo);
	return {
		isSignUp: url.searchParams.get("mode") === "sign-up",
		redirectTo,
		flash: takeFlash(context),
	};
}

export async function action({ request, url, context }: Route.ActionArgs) {
	context.set(repliesContext, true);
	const redirectTo = safeRedirect(url.searchParams.get("redirectTo"));
	return url.searchParams.get("mode") === "sign-up"
		? createAccount(request, redirectTo)
		: signIn(request, redirectTo);
}

async function createAccount(request: Request, redirectTo: string) {
	const submission = parseWithZod(await readForm(request), { schema: signUpSchema });
	if (submission.status !== "success") return invalid(submission);
	const browser = await accountBrowser(request, submission.value.email);
	try {
		await signUp(submission.value, {
			clientAddress: clientAddress(request),
			browser: browser.mark,
			returnTo: redirectTo,
		});
	} catch (error) {
		return refused(submission, error);
	}
	throw redirect(withRedirect(paths.auth.confirmation, redirectTo), {
		status: 303,
		headers: { "Set-Cookie": await browser.keep({ isSignedIn: false }) },
	});
}

async function signIn(request: Request, redirectTo: string) {
	// The clone leaves the body unread for the strategy.
	const formData = await readForm(request.clone());
	const submission = parseWithZod(formData, { schema: signInSchema });
	if (submission.status !== "success") return invalid(submission);
	const { email } = submission.value;
	const browser = await accountBrowser(request, email);
	let token: string;
	try {
		token = await authenticator.authenticate("password", request);
	} catch (error) {
		if (error instanceof EmailNotConfirmed) {
			await noteSignUpBrowser(error.userId, browser.mark);
			const result = submission.reply({ formErrors: [error.message], hideFields: ["password"] });
			const headers = { "Set-Cookie": await browser.keep({ isSignedIn: false }) };
			return replyWith({ result, unconfirmed: email }, { status: 400, headers });
		}
		return refused(submission, error);
	}
	const headers = new Headers({ "Set-Cookie": await writeSessionToken(token) });
	headers.append("Set-Cookie", await browser.keep({ isSignedIn: true }));
	throw redirect(redirectTo, { status: 303, headers });
}

type Credentials = { email: string; password: string };

export default function Auth({ loaderData, actionData }: Route.ComponentProps) {
	return loaderData.isSignUp ? (
		<CreateAccount redirectTo={loaderData.redirectTo} result={actionData?.result} />
	) : (
		<SignIn {...loaderData} reply={actionData} />
	);
}

type SignInProps = Route.ComponentProps["loaderData"] & {
	reply?: Reply<{ unconfirmed: string }>;
};

function SignIn({ redirectTo, flash, reply }: SignInProps) {
	const [form, fields] = useForm<Credentials>({ id: "sign-in", lastResult: reply?.result });
	return (
		<NarrowShell title="Sign in" flash={flash} hasError={reply !== undefined}>
			<ErrorSummary form={form} />
			{reply?.unconfirmed && (
				<ResendConfirmation email={reply.unconfirmed} redirectTo={redirectTo} />
			)}
			<form
				method="post"
				action={withRedirect(paths.auth.signIn, redirectTo)}
				id={form.id}
				className="form"
				noValidate
			>
				<TextField field={fields.email} label="Email" type="email" autoComplete="username" />
				<CurrentPasswordField field={fields.password} label="Password" />
				<Button variant="primary">Sign In</Button>
			</form>
			<p>
				<a href={paths.auth.forgot}>Forgot your password?</a>
			</p>
			<p>
				New here? <a href={withRedirect(paths.auth.signUp, redirectTo)}>Create an account</a>
			</p>
		</NarrowShell>
	);
}

function ResendConfirmation({ email, redirectTo }: { email: string; redirectTo: string }) {
	const address = withRedirect(paths.auth.confirmation, redirectTo);
	return (
		<form method="post" action={address} className="stack-s">
			<p>We sent you a link when you created the account. It works for 24 hours.</p>
			<input type="hidden" name="email" value={email} />
			<Button>Send a new confirmation link</Button>
		</form>
	);
}

type CreateAccountProps = { redirectTo: string } & Partial<Reply>;

function CreateAccount({ redirectTo, result }: CreateAccountProps) {
	const [form, fields] = useForm<Credentials & { confirm_password: string }>({
		id: "sign-up",
		lastResult: result,
	});
	return (
		<NarrowShell
			title="Create account"
			intro="Free for two apps. No card needed."
			hasError={result !== undefined}
		>
			<ErrorSummary form={form} />
			<form
				method="post"
				action={withRedirect(paths.auth.signUp, redirectTo)}
				id={form.id}
				className="form"
				noValidate
			>
				<TextField field={fields.email} label="Email" type="email" autoComplete="username" />
				<NewPasswordFields fields={fields} label="Password" />
				<Button variant="primary">Create Account</Button>
			</form>
			<p>
				Already have an account? <a href={withRedirect(paths.auth.signIn, redirectTo)}>Sign in</a>
			</p>
		</NarrowShell>
	);
}

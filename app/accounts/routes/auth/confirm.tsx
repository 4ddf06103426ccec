import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { accountBrowser, browserContext, markBrowser } from "#app/accounts/browser-mark.ts";
import {
	ConfirmButton,
	ConfirmWithNewPassword,
	ConfirmWithPassword,
} from "#app/accounts/components/confirm-forms.tsx";
import {
	confirmEmail,
	mayConfirm,
	PasswordNeeded,
	readConfirmation,
} from "#app/accounts/confirmation.server.ts";
import { confirmSchema, newPasswordSchema } from "#app/accounts/credentials.ts";
import { optionalUserContext } from "#app/accounts/middleware.ts";
import { clientAddress } from "#app/http/client-address.server.ts";
import { readSessionToken, writeSessionToken } from "#app/http/cookies.server.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { safeRedirect, withRedirect } from "#app/http/redirect-to.ts";
import { userAgentOf } from "#app/http/user-agent.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { NarrowShell } from "#app/ui/frame/page-shell.tsx";
import type { Route } from "./+types/confirm";

/** What the page asks for: one press, the password, or a new one. */
const INTRO = {
	browser: "One click, and your account is ready.",
	password: "The account was created in another browser. Please enter its password.",
	new: "It replaces the one that the account was created with.",
};

export const middleware: Route.MiddlewareFunction[] = [markBrowser];

/** Shows the link's state. Mail scanners open links, so only the button's POST uses it. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const token = url.searchParams.get("token") ?? "";
	const link = await readConfirmation(token);
	const returnTo = wayOn(link);
	// A double click's first POST used the link and signed in.
	if (link.state === "used" && context.get(optionalUserContext)?.userId === link.userId) {
		throw redirect(returnTo);
	}
	const isOwn = await mayConfirm(link, context.get(browserContext));
	const isNew = url.searchParams.get("choose") === "password";
	const proof: keyof typeof INTRO = isNew ? "new" : isOwn ? "browser" : "password";
	return data({ state: link.state, token, returnTo, proof }, link.state === "valid" ? 200 : 400);
}

export async function action({ request, url, context }: Route.ActionArgs) {
	const formData = await readForm(request);
	const isNew = url.searchParams.get("choose") === "password";
	const submission = parseWithZod(formData, { schema: isNew ? newPasswordSchema : confirmSchema });
	if (submission.status !== "success") return invalid(submission);
	const { password } = submission.value;
	const token = String(formData.get("token") ?? "");
	const returnTo = wayOn(await readConfirmation(token));
	let confirmed: Awaited<ReturnType<typeof confirmEmail>>;
	try {
		confirmed = await confirmEmail(token, {
			...(isNew ? { newPassword: password } : { password }),
			clientAddress: clientAddress(request),
			browser: context.get(browserContext),
			userAgent: userAgentOf(request),
			endedToken: await readSessionToken(request),
		});
	} catch (error) {
		// A browser that lost its mark pressed the button, and the page asks it for the password.
		if (error instanceof PasswordNeeded && !formData.has("password")) confirmed = null;
		else return refused(submission, error);
	}
	if (!confirmed) throw redirect(`${paths.auth.confirm}?${new URLSearchParams({ token })}`, 303);
	const headers = new Headers({ "Set-Cookie": await writeSessionToken(confirmed.token) });
	const browser = await accountBrowser(request, confirmed.email);
	headers.append("Set-Cookie", await browser.keep({ isSignedIn: true }));
	throw redirect(returnTo, { status: 303, headers });
}

/** Where the sign-up was to lead. */
function wayOn(link: Awaited<ReturnType<typeof readConfirmation>>): string {
	return safeRedirect(link.state === "unknown" ? null : link.returnTo);
}

/** The page's texts when there is nothing to confirm. */
const MESSAGES = {
	used: ["Already confirmed", "This link was used before: your address is confirmed."],
	expired: ["This link has expired", "Links work for 24 hours. Sign in to have a new one sent."],
	unknown: [
		"This link doesn't work",
		"It may have been cut short. Open it from the mail again, or sign in to have a new one sent.",
	],
} as const;

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
	const { state, token, returnTo, proof } = loaderData;
	if (state !== "valid") return <NothingToConfirm state={state} returnTo={returnTo} />;
	const result: SubmissionResult | undefined = actionData?.result;
	return (
		<NarrowShell
			title={proof === "new" ? "Choose a new password" : "Confirm your address"}
			intro={INTRO[proof]}
			hasError={result !== undefined}
		>
			{proof === "browser" && <ConfirmButton token={token} />}
			{proof === "password" && <ConfirmWithPassword token={token} result={result} />}
			{proof === "new" && <ConfirmWithNewPassword token={token} result={result} />}
		</NarrowShell>
	);
}

function NothingToConfirm({ state, returnTo }: { state: keyof typeof MESSAGES; returnTo: string }) {
	const [title, text] = MESSAGES[state];
	return (
		<NarrowShell title={title} intro={text}>
			<p>
				<ButtonLink to={withRedirect(paths.auth.signIn, returnTo)} variant="primary" reloadDocument>
					Go to Login
				</ButtonLink>
			</p>
		</NarrowShell>
	);
}

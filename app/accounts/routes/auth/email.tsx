import { data, redirect } from "react-router";
import {
	confirmEmailChange,
	type EmailChangeState,
	readEmailChange,
} from "#app/accounts/email-change.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { NarrowShell } from "#app/ui/frame/page-shell.tsx";
import type { Route } from "./+types/email";

/** Shows the link's state. Mail scanners open links, so only the button's POST uses it. */
export async function loader({ url }: Route.LoaderArgs) {
	const token = url.searchParams.get("token") ?? "";
	const { state, newEmail } = await readEmailChange(token);
	const isGood = ["valid", "own", "done"].includes(state);
	return data({ state, newEmail, token }, isGood ? 200 : 400);
}

/** Redirects to the page, which shows the result to a double click too. */
export async function action({ request }: Route.ActionArgs) {
	const token = String((await readForm(request)).get("token") ?? "");
	await confirmEmailChange(token);
	throw redirect(`${paths.auth.email}?${new URLSearchParams({ token })}`, 303);
}

/** The page's texts when there is nothing to confirm. */
const MESSAGES: Record<Exclude<EmailChangeState, "valid" | "own" | "done">, [string, string]> = {
	used: [
		"This link doesn't work any more",
		"It was used before, or a newer one was sent, or the password was changed since.",
	],
	expired: [
		"This link has expired",
		"Links work for 24 hours. Ask for another one in your settings.",
	],
	taken: [
		"This address already has an account",
		"Somebody created an account with it after the link was sent, so your account keeps its address.",
	],
	unknown: [
		"This link doesn't work",
		"It may have been cut short. Open it from the mail again, or ask for the change in your settings again.",
	],
};

export default function ConfirmNewEmail({ loaderData }: Route.ComponentProps) {
	const { state, newEmail, token } = loaderData;
	if (state === "valid" || state === "own") {
		const [address, intro] =
			state === "own"
				? ["address", "One click, and mail about messages goes there again."]
				: ["new address", "One click, and your account uses it."];
		return (
			<NarrowShell title={`Confirm your ${address}`} intro={intro}>
				<form method="post" action={paths.auth.email} className="stack">
					<p>
						{state === "own" ? "You sign in as " : "From then on, you sign in as "}
						<strong>{newEmail}</strong>.
					</p>
					<input type="hidden" name="token" value={token} />
					<Button variant="primary">Confirm my {address}</Button>
				</form>
			</NarrowShell>
		);
	}
	const [title, text] =
		state === "done"
			? ["Your address is confirmed", `You sign in as ${newEmail}, and mail goes there.`]
			: MESSAGES[state];
	return (
		<NarrowShell title={title} intro={text}>
			<p>
				<ButtonLink to={paths.account.settings} variant="primary" reloadDocument>
					Go to Settings
				</ButtonLink>
			</p>
		</NarrowShell>
	);
}

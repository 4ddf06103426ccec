import { Fragment } from "react";
import { data, redirect } from "react-router";
import { readForm, unknownButton } from "#app/http/form.server.ts";
import { HeldMailText, senderOf } from "#app/inbound-mail/components/held-mail.tsx";
import { DECIDED, decisionsFor, isDecision } from "#app/inbound-mail/decisions.ts";
import {
	decideHeld,
	type HeldMail,
	listHeld,
	readHeldLink,
	readOutcome,
} from "#app/inbound-mail/held-mail.server.ts";
import { paths } from "#app/paths.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { CutLink } from "#app/ui/frame/cut-link.tsx";
import { VisitorMessage, WayHome } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/held";

/** Shows the mails that wait, and what became of the one that was decided about last. */
export async function loader({ url }: Route.LoaderArgs) {
	const token = url.searchParams.get("token") ?? "";
	const link = await readHeldLink(token);
	if (!link) return data({ token, found: null }, token ? 404 : 400);
	const { access, mailId, appName } = link;
	const mails = await listHeld(access);
	const outcome = await readOutcome(access, url.searchParams.get("mail") ?? mailId);
	return data({ token, found: { appName, mails, decided: DECIDED[outcome ?? ""] ?? null } });
}

/** Mail scanners open links, so only a button's POST adds a mail or throws it away. */
export async function action({ request, url }: Route.ActionArgs) {
	const form = await readForm(request);
	const [mail, decision] = [String(form.get("mail") ?? ""), form.get("intent")];
	const token = url.searchParams.get("token") ?? "";
	if (!isDecision(decision)) throw unknownButton();
	const link = await readHeldLink(token);
	try {
		if (link) await decideHeld(link.access, mail, decision);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return data({ text: error.message }, { status: error.status });
	}
	throw redirect(`${paths.visitor.heldMails}?${new URLSearchParams({ token, mail })}`, 303);
}

export default function Held({ loaderData: { token, found }, actionData }: Route.ComponentProps) {
	if (token === "") return <CutLink title="This link doesn't work" />;
	if (!found) {
		return (
			<VisitorMessage
				title="This link doesn't work any more"
				text="The mail that it is about is older than a week and was thrown away, or a part of the link is missing. Please write it again in the conversation."
			>
				<WayHome />
			</VisitorMessage>
		);
	}
	const { appName, mails, decided } = found;
	if (mails.length === 0) {
		return (
			<VisitorMessage appName={appName} title="Done" text={decided ?? "No mail waits here."}>
				<WayHome />
			</VisitorMessage>
		);
	}
	return (
		<VisitorMessage
			appName={appName}
			title="Was this you?"
			hasError={actionData !== undefined}
			text={`We could not prove that you wrote this for your conversation with ${appName}, and nobody else has seen it. What you leave alone is gone in a week.`}
		>
			{actionData && (
				<div className="problems" role="alert">
					<p>{actionData.text}</p>
				</div>
			)}
			{decided && <p role="status">{decided}</p>}
			{mails.map((mail) => (
				<Fragment key={mail.id}>
					<h2>
						<bdi>{senderOf(mail)}</bdi>
					</h2>
					<HeldForm mail={mail} token={token} />
				</Fragment>
			))}
		</VisitorMessage>
	);
}

function HeldForm({ mail, token }: { mail: HeldMail; token: string }) {
	return (
		<form method="post" action={`${paths.visitor.heldMails}?${new URLSearchParams({ token })}`}>
			<input type="hidden" name="mail" value={mail.id} />
			<HeldMailText mail={mail} />
			{decisionsFor(mail).map(({ value, label }, at) => (
				<p key={value}>
					<button
						type="submit"
						className={at === 0 ? undefined : "second"}
						name="intent"
						value={value}
					>
						{label}
					</button>
				</p>
			))}
		</form>
	);
}

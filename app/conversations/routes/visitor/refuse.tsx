import { data, redirect } from "react-router";
import {
	disownSubmission,
	isRefusalProof,
	refuseAllForms,
} from "#app/conversations/refusal-of-mail.server.ts";
import { readVerification } from "#app/conversations/submission.server.ts";
import { readSubject } from "#app/conversations/submission-link.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env/env.server.ts";
import { LinkButton } from "#app/ui/button/link-button.tsx";
import { CutLink } from "#app/ui/frame/cut-link.tsx";
import { MailboxLink } from "#app/ui/frame/mailbox-link.tsx";
import { VisitorMessage, WayHome } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/refuse";
import { readLink } from "./mailed-link.ts";

/** Shows the state of the link. Mail scanners open links, so only the button's POST uses it. */
export async function loader({ url }: Route.LoaderArgs) {
	const isLocal = env.mode === "local";
	const done = url.searchParams.get("done");
	const link = readLink(url.searchParams);
	if (done !== null) {
		const proof = isRefusalProof(done) ? done : null;
		const state = done === "all" ? done : "done";
		return data({ link, proof, subject: null, state, isLocal });
	}
	const state = link ? await readVerification(link.id, link.token) : "missing";
	const subject =
		link && (state === "valid" || state === "used") ? await readSubject(link.id) : null;
	return data({ link, proof: null, subject, state, isLocal }, state === "valid" ? 200 : 400);
}

/** Refuses the mail of the link's form or, with the proof of that, of every form. */
export async function action({ request }: Route.ActionArgs) {
	const form = await readForm(request);
	const given = form.get("proof");
	if (typeof given === "string") {
		await refuseAllForms(given);
		throw redirect(`${paths.visitor.refuse}?done=${isRefusalProof(given) ? "all" : ""}`, 303);
	}
	const link = readLink(form);
	if (!link) throw redirect(paths.visitor.refuse, 303);
	const proof = await disownSubmission(link.id, link.token);
	// The first press of a double click has deleted the submission and its link.
	const isGone = !proof && (await readVerification(link.id, link.token)) === "unknown";
	const query = new URLSearchParams(proof || isGone ? { done: proof ?? "" } : link);
	throw redirect(`${paths.visitor.refuse}?${query}`, 303);
}

export default function Refuse({ loaderData }: Route.ComponentProps) {
	const { link, proof, subject, state, isLocal } = loaderData;
	switch (state) {
		case "all":
			return (
				<VisitorMessage
					title="Done"
					text="No form on this site writes to you any more. The link in our last mail takes it back."
				>
					<WayHome />
				</VisitorMessage>
			);
		case "done":
			return (
				<VisitorMessage
					title="Done"
					text="We sent you that mail because somebody entered your address. That form sends it no more mail. A last mail is on its way to you, with a link that takes this back."
				>
					<MailboxLink isLocal={isLocal} />
					{proof ? <RefuseAll proof={proof} /> : <WayHome />}
				</VisitorMessage>
			);
		case "missing":
			return <CutLink title="This link doesn't work" />;
		case "valid":
			return (
				<VisitorMessage
					title="This wasn't you?"
					text={`Then somebody else entered your address in the form “${subject?.formTitle}” of ${subject?.appName}. One click, and that form sends it no more mail.`}
				>
					<LinkButton action={paths.visitor.refuse} link={link} label="Don't write to me again" />
				</VisitorMessage>
			);
		case "used":
			return (
				<VisitorMessage
					appName={subject?.appName}
					title="This message was confirmed before"
					text={`A press in one of our mails confirmed it, so it was delivered to ${subject?.appName} through the form “${subject?.formTitle}”.`}
				>
					<p>If it wasn't you, say so in the conversation. We send a link to it to your address.</p>
					<LinkButton action={paths.visitor.newSession} link={link} label="Send New Session Link" />
				</VisitorMessage>
			);
		default:
			return (
				<VisitorMessage
					title="This link doesn't work any more"
					text="It was used before, or it is older than 24 hours. Please use the one in the newest mail. Without your confirmation nothing was delivered."
				>
					<WayHome />
				</VisitorMessage>
			);
	}
}

/** The second choice, for people who want no mail of any form. */
function RefuseAll({ proof }: { proof: string }) {
	return (
		<form method="post" action={paths.visitor.refuse}>
			<p>Other developers' forms can still write to you when somebody enters your address.</p>
			<input type="hidden" name="proof" value={proof} />
			<p>
				<button type="submit">No mail from any form on this site</button>
			</p>
		</form>
	);
}

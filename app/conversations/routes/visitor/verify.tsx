import { data, redirect } from "react-router";
import { readVerification, verifySubmission } from "#app/conversations/submission.server.ts";
import { readLink } from "#app/conversations/visitor-link.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { LinkButton } from "#app/ui/button/link-button.tsx";
import { CutLink } from "#app/ui/frame/cut-link.tsx";
import { VisitorMessage } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/verify";

/** Shows the state of the link. Mail scanners open links, so only the button's POST uses it. */
export async function loader({ url }: Route.LoaderArgs) {
	const link = readLink(url.searchParams);
	const state = link ? await readVerification(link.id, link.token) : "missing";
	return data({ link, state }, state === "valid" ? 200 : 400);
}

export async function action({ request }: Route.ActionArgs) {
	const link = readLink(await readForm(request));
	const token =
		link &&
		(await failAs("Verification failed. Please try again.", verifySubmission(link.id, link.token)));
	if (token) throw redirect(paths.visitor.conversation({ conversationToken: token }), 303);
	const query = new URLSearchParams({ id: link?.id ?? "", token: link?.token ?? "" });
	throw redirect(`${paths.visitor.verify}?${query}`, 303);
}

export default function Verify({ loaderData }: Route.ComponentProps) {
	const { link, state } = loaderData;
	switch (state) {
		case "valid":
			return (
				<VisitorMessage
					title="Confirm your email"
					text="One click delivers your message and opens the conversation for an hour."
				>
					<LinkButton action={paths.visitor.verify} link={link} label="Confirm and continue" />
				</VisitorMessage>
			);
		case "used":
			return (
				<VisitorMessage
					title="Invalid or expired verification link"
					text="This email address is already verified."
				>
					<p>To continue the conversation, have a new link sent to your address.</p>
					<LinkButton action={paths.visitor.newSession} link={link} label="Send New Session Link" />
				</VisitorMessage>
			);
		case "missing":
			return <CutLink title="Invalid verification link" />;
		default:
			return (
				<VisitorMessage
					title="Invalid or expired verification link"
					text="Links work once, for 24 hours. Please open the newest mail, or send the form again."
				/>
			);
	}
}

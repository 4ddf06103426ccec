import { data, redirect } from "react-router";
import { extendSession, readExtension } from "#app/conversations/conversation-session.server.ts";
import { readLink } from "#app/conversations/visitor-link.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { LinkButton } from "#app/ui/button/link-button.tsx";
import { CutLink } from "#app/ui/frame/cut-link.tsx";
import { VisitorMessage } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/extend";

/** Shows the state of the link. Mail scanners open links, so only the button's POST uses it. */
export async function loader({ url }: Route.LoaderArgs) {
	const link = readLink(url.searchParams);
	const state = link ? await readExtension(link.id, link.token) : "missing";
	return data({ link, state }, state === "valid" ? 200 : 400);
}

export async function action({ request }: Route.ActionArgs) {
	const link = readLink(await readForm(request));
	const token =
		link &&
		(await failAs(
			"Failed to extend session. Please try again.",
			extendSession(link.id, link.token),
		));
	if (token) throw redirect(paths.visitor.conversation({ conversationToken: token }), 303);
	const query = new URLSearchParams({ id: link?.id ?? "", token: link?.token ?? "" });
	throw redirect(`${paths.visitor.extend}?${query}`, 303);
}

export default function Extend({ loaderData }: Route.ComponentProps) {
	const { link, state } = loaderData;
	if (state === "valid") {
		return (
			<VisitorMessage
				title="Continue the conversation"
				text="One click opens the conversation for an hour."
			>
				<LinkButton action={paths.visitor.extend} link={link} label="Open the conversation" />
			</VisitorMessage>
		);
	}
	if (state === "missing") return <CutLink title="Invalid session extension link" />;
	return (
		<VisitorMessage
			title="Invalid or expired session extension link"
			text="Links work once, for one hour."
		>
			{state !== "unknown" && (
				<>
					<p>We can send a new one to your address:</p>
					<LinkButton action={paths.visitor.newSession} link={link} label="Send New Session Link" />
				</>
			)}
		</VisitorMessage>
	);
}

import { data, redirect } from "react-router";
import { requestNewLink } from "#app/conversations/conversation-session.server.ts";
import { readForm, retryHeaders } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { MailboxLink } from "#app/ui/frame/mailbox-link.tsx";
import { VisitorMessage, WayHome } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/verify-session";
import { readLink } from "./mailed-link.ts";

export function loader() {
	return { isLocal: env.mode === "local" };
}

/** Mails a new link to the holder of a used or an expired one. */
export async function action({ request }: Route.ActionArgs) {
	const link = readLink(await readForm(request));
	if (!link) throw redirect(paths.visitor.verify, 303);
	try {
		await failAs("Failed to send extension email", requestNewLink(link.id, link.token));
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return data({ text: error.message }, { status: error.status, headers: retryHeaders(error) });
	}
	throw redirect(paths.visitor.newSession, 303);
}

export default function VerifySession({ loaderData, actionData }: Route.ComponentProps) {
	if (actionData) {
		return (
			<VisitorMessage title="No new link was sent" text={actionData.text}>
				<MailboxLink isLocal={loaderData.isLocal} />
				<WayHome />
			</VisitorMessage>
		);
	}
	return (
		<VisitorMessage
			title="Check Your Email"
			text="If the link belongs to a conversation, a new one is on its way to the address that it was first sent to."
		>
			<MailboxLink isLocal={loaderData.isLocal} />
			<WayHome />
		</VisitorMessage>
	);
}

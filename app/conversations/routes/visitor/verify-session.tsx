import { data, redirect } from "react-router";
import { requestSessionByLink } from "#app/conversations/conversation-session.server.ts";
import { readForm, retryHeaders } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { VisitorMessage } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/verify-session";
import { readLink } from "./mailed-link.ts";

/** Mails a new session link to the holder of a used verification link. */
export async function action({ request }: Route.ActionArgs) {
	const link = readLink(await readForm(request));
	if (!link) throw redirect(paths.visitor.verify, 303);
	try {
		await failAs("Failed to send extension email", requestSessionByLink(link.id, link.token));
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return data({ text: error.message }, { status: error.status, headers: retryHeaders(error) });
	}
	throw redirect(paths.visitor.newSession, 303);
}

export default function VerifySession({ actionData }: Route.ComponentProps) {
	if (actionData) return <VisitorMessage title="No new link was sent" text={actionData.text} />;
	return (
		<VisitorMessage
			title="Check Your Email"
			text="If the link belongs to a conversation, a new one is on its way to the address that it was verified with."
		/>
	);
}

import { redirect } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { deleteReply, readReply } from "#app/conversations/saved-reply.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { readForm, unknownButton } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
import { Card } from "#app/ui/list/card.tsx";
import type { Route } from "./+types/reply-deletion";

/** Returns the reply that ?reply= names, or redirects to the list when it is gone. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const reply = await readReply(context.get(userContext), url.searchParams.get("reply") ?? "");
	if (!reply) throw redirect(paths.conversation.savedReplies);
	return reply;
}

/** Succeeds for a deleted reply too, because of double clicks. */
export async function action({ request, context }: Route.ActionArgs) {
	const reply = (await readForm(request)).get("reply");
	if (typeof reply !== "string" || reply === "") throw unknownButton();
	await deleteReply(context.get(userContext), reply);
	return redirectWithFlash(paths.conversation.savedReplies, "Reply deleted.");
}

export default function DeleteReply({ loaderData }: Route.ComponentProps) {
	const { id, title, text } = loaderData;
	return (
		<Confirmation
			isDangerous
			title={`Delete "${title}"?`}
			label="Delete reply"
			cancelTo={paths.conversation.savedReplies}
			hidden={{ reply: id }}
		>
			<p>
				What you sent with it stays in its conversations. The text itself is deleted permanently:
			</p>
			<Card>
				<p className="mail-text" dir="auto">
					{text}
				</p>
			</Card>
		</Confirmation>
	);
}

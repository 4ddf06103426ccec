import { redirect } from "react-router";
import { Card } from "~/components/card";
import { Deletion } from "~/components/deletion";
import { readForm, unknownButton } from "~/lib/form.server";
import { redirectWithFlash } from "~/middleware/flash";
import { userContext } from "~/middleware/user";
import { deleteReply, readReply } from "~/models/saved-reply.server";
import type { Route } from "./+types/reply-deletion";

/** The reply that ?reply= names; one that is not there leads back to the others. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const reply = await readReply(context.get(userContext), url.searchParams.get("reply") ?? "");
	if (!reply) throw redirect("/saved-replies");
	return reply;
}

/** A second click finds it deleted, and that is fine. */
export async function action({ request, context }: Route.ActionArgs) {
	const reply = (await readForm(request)).get("reply");
	if (typeof reply !== "string" || reply === "") throw unknownButton();
	await deleteReply(context.get(userContext), reply);
	return redirectWithFlash("/saved-replies", { tone: "success", text: "Reply deleted." });
}

export default function DeleteReply({ loaderData }: Route.ComponentProps) {
	const { id, title, text } = loaderData;
	return (
		<Deletion
			title={`Delete "${title}"?`}
			label="Delete reply"
			cancelTo="/saved-replies"
			hidden={{ reply: id }}
		>
			<p>What you sent with it stays in its conversations. The text itself is gone for good:</p>
			<Card>
				<p className="mail-text" dir="auto">
					{text}
				</p>
			</Card>
		</Deletion>
	);
}

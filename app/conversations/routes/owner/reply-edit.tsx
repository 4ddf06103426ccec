import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { SavedReplyFields } from "#app/conversations/components/saved-reply-fields.tsx";
import { readReply, updateReply } from "#app/conversations/saved-reply.server.ts";
import { savedReplySchema } from "#app/conversations/schema.ts";
import { errorPage } from "#app/http/error-content.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/reply-edit";

/** Returns the reply that ?reply= names, or redirects to the list when it is gone. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const reply = await readReply(context.get(userContext), url.searchParams.get("reply") ?? "");
	if (!reply) throw redirect(paths.conversation.savedReplies);
	return reply;
}

export async function action({ request, context }: Route.ActionArgs) {
	const formData = await readForm(request);
	const submission = parseWithZod(formData, { schema: savedReplySchema });
	if (submission.status !== "success") return invalid(submission);
	let isSaved: boolean;
	try {
		const id = String(formData.get("reply") ?? "");
		isSaved = await updateReply(context.get(userContext), id, submission.value);
	} catch (error) {
		return refused(submission, error);
	}
	if (!isSaved) throw replyGone(formData);
	throw await redirectWithFlash(paths.conversation.savedReplies, "Reply saved.");
}

/** The page for what is saved of a reply that is gone, with the text, so that it isn't lost. */
function replyGone(formData: FormData) {
	const labels = { title: "Title", text: "Text" };
	return errorPage(404, {
		title: "Reply not found",
		text: "This reply was deleted meanwhile.",
		link: { to: paths.conversation.savedReplies, label: "Saved replies" },
		typed: Object.entries(labels).map(([name, label]) => {
			return { label, value: String(formData.get(name) ?? "") };
		}),
	});
}

export default function EditReply({ loaderData, actionData }: Route.ComponentProps) {
	const { id, title, text } = loaderData;
	const [form, fields] = useForm({
		id: "saved-reply",
		lastResult: actionData?.result,
		defaultValue: { title, text },
	});
	return (
		<Page
			title={`Edit "${title}"`}
			back={{ to: paths.conversation.savedReplies, label: "Saved replies" }}
			isNarrow
			hasError={actionData !== undefined}
		>
			<CheckedForm form={form}>
				<HiddenFields values={{ reply: id }} />
				<SavedReplyFields fields={fields} />
				<div className="cluster">
					<Button variant="primary">Save reply</Button>
					<ButtonLink to={paths.conversation.savedReplies}>Cancel</ButtonLink>
				</div>
			</CheckedForm>
		</Page>
	);
}

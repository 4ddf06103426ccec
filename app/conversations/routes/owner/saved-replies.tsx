import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Link } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { SavedReplyFields } from "#app/conversations/components/saved-reply-fields.tsx";
import { readSavedReplies, saveReply } from "#app/conversations/saved-reply.server.ts";
import { savedReplySchema } from "#app/conversations/schema.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { readPage, requirePage, toPage } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { Card } from "#app/ui/list/card.tsx";
import { Pages } from "#app/ui/list/pages.tsx";
import type { Route } from "./+types/saved-replies";

export async function loader({ context, url }: Route.LoaderArgs) {
	const page = readPage(url);
	const found = await readSavedReplies(context.get(userContext), page);
	requirePage(url, found.replies);
	return { ...found, page };
}

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: savedReplySchema });
	if (submission.status !== "success") return invalid(submission);
	try {
		await saveReply(context.get(userContext), submission.value);
	} catch (error) {
		return refused(submission, error);
	}
	throw await redirectWithFlash(paths.conversation.savedReplies, "Reply saved.");
}

export default function SavedReplies({ loaderData, actionData }: Route.ComponentProps) {
	const { replies, page, pages } = loaderData;
	const [form, fields] = useForm<{ title: string; text: string }>({
		id: "saved-reply",
		lastResult: actionData?.result,
	});
	return (
		<Page title="Saved replies" isNarrow hasError={actionData !== undefined}>
			{replies.length > 0 && (
				<ul className="item-list">
					{replies.map((reply) => (
						<li key={reply.id}>
							<strong className="item-title" dir="auto">
								{reply.title}
							</strong>
							<div className="item-side">
								<Link
									to={`${paths.conversation.savedReplyEdit}?reply=${reply.id}`}
									aria-label={`Edit ${reply.title}`}
								>
									Edit
								</Link>
								<Link
									className="quiet-link"
									to={`${paths.conversation.savedReplyDeletion}?reply=${reply.id}`}
									aria-label={`Delete ${reply.title}`}
								>
									Delete
								</Link>
							</div>
							<p className="item-text mail-text" dir="auto">
								{reply.text}
							</p>
						</li>
					))}
				</ul>
			)}
			<Pages
				page={page}
				hasMore={page < pages}
				count={pages}
				to={toPage}
				labels={["Previous", "Next"]}
			/>
			<Card title="Save a reply">
				<CheckedForm form={form}>
					<SavedReplyFields fields={fields} titleHint="The same title replaces the reply." />
					<Button variant="primary">Save reply</Button>
				</CheckedForm>
			</Card>
		</Page>
	);
}

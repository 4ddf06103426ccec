import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, Link } from "react-router";
import { BackLink } from "~/components/back-link";
import { Button } from "~/components/button";
import { Card } from "~/components/card";
import { ErrorSummary } from "~/components/error-summary";
import { TextareaField, TextField } from "~/components/field";
import { PageTitle } from "~/components/page-title";
import { invalid, readForm, refused } from "~/lib/form.server";
import { redirectWithFlash } from "~/middleware/flash";
import { userContext } from "~/middleware/user";
import { listSavedReplies, saveReply } from "~/models/saved-reply.server";
import { savedReplySchema } from "~/schemas/saved-reply";
import type { Route } from "./+types/saved-replies";

export async function loader({ context }: Route.LoaderArgs) {
	return { replies: await listSavedReplies(context.get(userContext)) };
}

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: savedReplySchema });
	if (submission.status !== "success") return invalid(submission);
	try {
		await saveReply(context.get(userContext), submission.value);
	} catch (error) {
		return refused(submission, error);
	}
	throw await redirectWithFlash("/saved-replies", { tone: "success", text: "Reply saved." });
}

export default function SavedReplies({ loaderData, actionData }: Route.ComponentProps) {
	const { replies } = loaderData;
	const [form, fields] = useForm<{ title: string; text: string }>({
		id: "saved-reply",
		lastResult: actionData?.result,
	});
	return (
		<div className="stack-l measure">
			<PageTitle title="Saved replies" hasError={actionData !== undefined} />
			<BackLink to="/dashboard">Back to Dashboard</BackLink>
			<h1>Saved replies</h1>
			{replies.length > 0 && (
				<ul className="item-list">
					{replies.map((reply) => (
						<li key={reply.id}>
							<strong className="item-title" dir="auto">
								{reply.title}
							</strong>
							<div className="item-side">
								<Link
									className="danger-link"
									to={`/saved-replies/deletion?reply=${reply.id}`}
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
			<Card title="Save a reply">
				<Form method="post" id={form.id} className="form" noValidate key={replies.length}>
					<ErrorSummary form={form} fields={fields} />
					<TextField field={fields.title} label="Title" hint="The same title replaces the reply." />
					<TextareaField field={fields.text} label="Text" rows={5} dir="auto" />
					<Button variant="primary">Save reply</Button>
				</Form>
			</Card>
		</div>
	);
}

import { parseWithZod } from "@conform-to/zod/v4";
import { NoteForm } from "#app/conversations/components/note-form.tsx";
import { writeNote } from "#app/conversations/internal-note.server.ts";
import { answererContext } from "#app/conversations/middleware.ts";
import { noteSchema } from "#app/conversations/schema.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/frame/page.tsx";
import { carriesDraft } from "../draft.ts";
import type { Route } from "./+types/notes";

export function loader() {
	return { requestId: crypto.randomUUID() };
}

/** Adds an internal note. A draft that was posted along is posted on to the conversation. */
export async function action({ request, context, params }: Route.ActionArgs) {
	const formData = await readForm(request);
	const submission = parseWithZod(formData, { schema: noteSchema });
	if (submission.status !== "success") return invalid(submission);
	const { internal_note: text, request_id: requestId } = submission.value;
	try {
		await writeNote(context.get(answererContext), { text, requestId });
	} catch (error) {
		return refused(submission, error, { unexpected: "Failed to update submission" });
	}
	const status = carriesDraft(formData) ? 307 : 303;
	throw await redirectWithFlash(
		`${paths.conversation.thread(params)}#write`,
		"Note added.",
		status,
	);
}

/** After a refused post, what was typed, the reply's draft included, goes on from here. */
export default function Notes({ loaderData, actionData, params }: Route.ComponentProps) {
	const typed = actionData?.result.initialValue;
	return (
		<Page
			title="Internal note"
			back={{ to: paths.conversation.thread(params), label: "Back to the conversation" }}
			isNarrow
			hasError={actionData !== undefined}
		>
			<NoteForm
				submissionId={params.submissionId}
				requestId={String(typed?.request_id ?? loaderData.requestId)}
				result={actionData?.result}
				draft={String(typed?.message ?? "")}
			/>
		</Page>
	);
}

import { redirect } from "react-router";
import { deleteNote, readNote } from "#app/conversations/internal-note.server.ts";
import { answererContext } from "#app/conversations/middleware.ts";
import { READ } from "#app/conversations/submission-rules.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { fitsInt } from "#app/platform/db/page.ts";
import { Button } from "#app/ui/button/button.tsx";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
import { carriesDraft, draftIn } from "../draft.ts";
import type { Route } from "./+types/note";

const CONFIRMED = "confirmed";

/** Returns the note, or redirects to its conversation when it is gone. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const id = noteIdOf(params);
	const note = id === null ? null : await readNote(context.get(answererContext), id);
	if (!note) throw redirect(paths.conversation.thread(params));
	return note;
}

/**
 * Deletes the note, and succeeds for a deleted one too, because of double clicks. Without scripts,
 * the way here posts the reply that is being typed; it is asked for again, and posted on.
 */
export async function action({ request, context, params, url }: Route.ActionArgs) {
	const formData = await readForm(request);
	const isAsked = formData.get("intent") === READ && !formData.has(CONFIRMED);
	if (isAsked && !carriesDraft(formData)) throw redirect(url.pathname, 303);
	if (isAsked) return { draft: draftIn(formData) };
	const id = noteIdOf(params);
	if (id !== null) await deleteNote(context.get(answererContext), id);
	const status = carriesDraft(formData) ? 307 : 303;
	throw await redirectWithFlash(paths.conversation.thread(params), "Note deleted.", status);
}

function noteIdOf({ noteId }: { noteId: string }): number | null {
	const id = Number(noteId);
	return fitsInt(id) ? id : null;
}

export default function DeleteNote({ loaderData, actionData, params }: Route.ComponentProps) {
	const thread = paths.conversation.thread(params);
	return (
		<Confirmation
			isDangerous
			title="Delete this note?"
			label="Delete note"
			cancelTo={thread}
			hidden={actionData && { message: actionData.draft, intent: READ, [CONFIRMED]: "1" }}
			cancelButton={actionData && <Button formAction={thread}>Cancel</Button>}
		>
			<p className="mail-text" dir="auto">
				{loaderData.text}
			</p>
		</Confirmation>
	);
}

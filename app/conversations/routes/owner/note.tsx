import { redirect } from "react-router";
import { deleteNote, readNote } from "#app/conversations/internal-note.server.ts";
import { answererContext } from "#app/conversations/middleware.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { paths } from "#app/paths.ts";
import { fitsInt } from "#app/platform/db/page.ts";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
import type { Route } from "./+types/note";

/** Returns the note, or redirects to its conversation when it is gone. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const id = noteIdOf(params);
	const note = id === null ? null : await readNote(context.get(answererContext), id);
	if (!note) throw redirect(paths.conversation.thread(params));
	return note;
}

/** Succeeds for a deleted note too, because of double clicks. */
export async function action({ context, params }: Route.ActionArgs) {
	const id = noteIdOf(params);
	if (id !== null) await deleteNote(context.get(answererContext), id);
	throw await redirectWithFlash(paths.conversation.thread(params), "Note deleted.");
}

function noteIdOf({ noteId }: { noteId: string }): number | null {
	const id = Number(noteId);
	return fitsInt(id) ? id : null;
}

export default function DeleteNote({ loaderData, params }: Route.ComponentProps) {
	return (
		<Confirmation
			isDangerous
			title="Delete this note?"
			label="Delete note"
			cancelTo={paths.conversation.thread(params)}
		>
			<p className="mail-text" dir="auto">
				{loaderData.text}
			</p>
		</Confirmation>
	);
}

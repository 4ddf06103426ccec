import { isFormOpen } from "#app/conversations/submission.sql.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import type { Transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { type Addressed, addressOf, type Conversation } from "./addressed.server.ts";
import { conversationClosed } from "./emails/conversation-closed.ts";
import { filesNotTaken } from "./emails/files-not-taken.ts";

/** Tells a visitor, once a day, that the conversation is closed and where a new one begins. */
export async function tellClosed(tx: Transaction, addressed: Addressed): Promise<void> {
	const { conversation } = addressed;
	const path = isFormOpen(tx, conversation.form.id) ? formPath(conversation.form) : null;
	await enqueueMail(tx, {
		dedupeKey: `conversation-closed ${conversation.id} ${clock.now().toISOString().slice(0, 10)}`,
		kind: "conversation-closed",
		to: addressOf(addressed),
		thread: conversation.id,
		email: conversationClosed({
			appName: conversation.form.app.name,
			newUrl: path && env.appUrl + path,
		}),
	});
}

function formPath({ kind, slug, app, user }: Conversation["form"]): string | null {
	if (!user.accountName) return null;
	if (kind === "deletion") return paths.visitor.deletion(user.accountName, app.slug);
	return paths.visitor.form(user.accountName, app.slug, slug);
}

/** Tells a side, the first time, that the files of its mail were not taken. `note` names them. */
export async function tellFiles(
	tx: Transaction,
	addressed: Addressed,
	note: string,
): Promise<void> {
	const { side, conversation } = addressed;
	await enqueueMail(tx, {
		dedupeKey: `files-not-taken ${conversation.id} ${side}`,
		kind: "files-not-taken",
		to: addressOf(addressed),
		thread: conversation.id,
		email: filesNotTaken({ appName: conversation.form.app.name, note }),
	});
}

import { readRows } from "#app/platform/db/db.server.ts";

const AT_ONCE = 200;

const NOTES = `SELECT text, createdAt FROM InternalNote WHERE submissionId = ? ORDER BY id`;

const NEXT = `SELECT id, senderType, message, createdAt, via, rest FROM Message
	WHERE submissionId = ? AND id > ? ORDER BY id LIMIT ${AT_ONCE}`;

type MessageRow = {
	id: number;
	senderType: string;
	message: string;
	createdAt: string;
	via: string;
	rest: string;
};

/** Yields every message of a conversation, oldest first, and reads them in batches. */
export function* eachMessage(submissionId: string) {
	for (let after = 0; ; ) {
		const rows = readRows<MessageRow>(NEXT, [submissionId, after]);
		for (const { createdAt, ...row } of rows) yield { ...row, createdAt: new Date(createdAt) };
		if (rows.length < AT_ONCE) return;
		after = rows.at(-1)?.id ?? after;
	}
}

/** Returns a conversation's internal notes for the owner's export, oldest first. */
export function exportedNotes(submissionId: string) {
	return readRows<{ text: string; createdAt: string }>(NOTES, [submissionId]).map((note) => ({
		text: note.text,
		created_at: new Date(note.createdAt),
	}));
}

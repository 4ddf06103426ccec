import { plain, type Transaction } from "#app/platform/db/db.server.ts";

const ACTOR = "UPDATE AuditEntry SET actorEmail = 'deleted account' WHERE actorId = ?";

// What is gone doesn't say any more whose it was, so every entry that names the address counts.
const NAMING = `SELECT id, summary FROM AuditEntry
	WHERE instr(summary, ?) > 0 AND (
		(targetType = 'user' AND targetId = ?)
		OR (targetType = 'app' AND EXISTS (SELECT 1 FROM App a WHERE a.id = targetId AND a.userId = ?))
		OR (targetType = 'submission' AND NOT EXISTS (
			SELECT 1 FROM Submission s WHERE s.id = targetId AND s.userId <> ?
		))
	)`;

const SUMMARY = "UPDATE AuditEntry SET summary = ? WHERE id = ?";

const BEFORE_ADDRESS = /(?:^|[\s"'(<:;,])$/;
const AFTER_ADDRESS = /^(?![\p{L}\p{N}_@-]|\.[\p{L}\p{N}])/u;

type Account = { userId: string; email: string };

/** Leaves only the id of an account that is being closed in the entries that name its address. */
export function forgetAddress(tx: Transaction, account: Account): void {
	plain(tx).run(ACTOR, [account.userId]);
	renameAddress(tx, account, "the deleted account");
}

/** Replaces an account's address by its new one in the sentences of the entries. */
export function renameAddress(tx: Transaction, { userId, email }: Account, by: string): void {
	const sql = plain(tx);
	const about = [email, userId, userId, userId];
	for (const { id, summary } of sql.rows<{ id: string; summary: string }>(NAMING, about)) {
		sql.run(SUMMARY, [replaceAddress(summary, email, by), id]);
	}
}

/** Replaces an address that is no part of a longer one, as "a@b.example" is of "maria@b.example". */
function replaceAddress(summary: string, email: string, by: string): string {
	const [first = "", ...others] = summary.split(email);
	return others.reduce((before, after) => {
		const isWhole = BEFORE_ADDRESS.test(before) && AFTER_ADDRESS.test(after);
		return before + (isWhole ? by : email) + after;
	}, first);
}

import { plain, type Transaction } from "#app/platform/db/db.server.ts";

const ACTOR = "UPDATE AuditEntry SET actorEmail = 'deleted account' WHERE actorId = ?";

const SUMMARIES = `UPDATE AuditEntry SET summary = replace(summary, ?, ?)
	WHERE (targetType = 'user' AND targetId = ?)
		OR (targetType = 'app' AND EXISTS (SELECT 1 FROM App a WHERE a.id = targetId AND a.userId = ?))
		OR (targetType = 'submission'
			AND EXISTS (SELECT 1 FROM Submission s WHERE s.id = targetId AND s.userId = ?))`;

/** What follows the owner's address in a sentence, with a blank added at its end. */
const ENDS = [". ", ", ", ": "];

// Nothing but the sentence tells whose conversation it was, so the whole address must stand there.
const SUMMARIES_OF_GONE = `UPDATE AuditEntry
	SET summary = rtrim(${ENDS.reduce((text) => `replace(${text}, ?, ?)`, "summary || ' '")})
	WHERE targetType = 'submission' AND instr(summary, ?) > 0
		AND NOT EXISTS (SELECT 1 FROM Submission s WHERE s.id = targetId)`;

type Account = { userId: string; email: string };

/** Leaves only the id of an account that is being closed in the entries that name its address. */
export function forgetAddress(tx: Transaction, account: Account): void {
	plain(tx).run(ACTOR, [account.userId]);
	renameAddress(tx, account, "the deleted account");
}

/** Replaces an account's address by its new one in the sentences of the entries. */
export function renameAddress(tx: Transaction, { userId, email }: Account, by: string): void {
	plain(tx).run(SUMMARIES, [email, by, userId, userId, userId]);
	const whole = ENDS.flatMap((end) => [` ${email}${end}`, ` ${by}${end}`]);
	plain(tx).run(SUMMARIES_OF_GONE, [...whole, email]);
}

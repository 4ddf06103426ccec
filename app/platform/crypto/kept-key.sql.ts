import crypto from "node:crypto";
import { clock } from "#app/platform/clock.server.ts";
import { plain, readRow, type Transaction } from "#app/platform/db/db.server.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import { hashWith, oldestKey, seal, sealAnew, unseal } from "./seal.server.ts";

const SEAL = "kept key";
/** Mailboxes that want no mail or take none are found by their hashes alone. */
const MAILBOX = "mailbox";

const FIND = "SELECT sealedKey, sealedAt FROM KeptKey WHERE name = ?";
const STORE = `INSERT INTO KeptKey (name, sealedKey, sealedAt) VALUES (?, ?, ?)
	ON CONFLICT DO UPDATE SET sealedKey = excluded.sealedKey, sealedAt = excluded.sealedAt`;

type Row = { sealedKey: Uint8Array; sealedAt: string };

let mailboxes: crypto.KeyObject | undefined;

/**
 * Returns a hash of a mailbox by a key that outlives SESSION_SECRET: nobody could make the stored
 * hashes anew, since nobody knows of what they are (ADR 119).
 */
export function mailboxHash(mailbox: string): string {
	mailboxes ??= readKey();
	return hashWith(mailboxes, mailbox);
}

/** Until the key is stored, it is the one that the secret makes. */
function readKey(): crypto.KeyObject {
	const row = readRow<Row>(FIND, [MAILBOX]);
	const key = row && opened(row);
	return key ? crypto.createSecretKey(Buffer.from(key, "hex")) : oldestKey(MAILBOX);
}

/** A secret that was replaced without the old one beside it opens nothing. */
function opened({ sealedKey }: Row): string | null {
	try {
		return unseal(SEAL, sealedKey);
	} catch {
		return null;
	}
}

/** Stores the key, sealed by the newest secret, unless it is. */
export function keepKey(tx: Transaction): void {
	const row = plain(tx).row<Row>(FIND, [MAILBOX]);
	if (row && opened(row) && !sealAnew(SEAL, row.sealedKey)) return;
	const key = (row && opened(row)) ?? oldestKey(MAILBOX).export().toString("hex");
	plain(tx).run(STORE, [MAILBOX, seal(SEAL, key), sqlTime(clock.now())]);
}

/** Returns since when the newest secret is in use; null before its first job has run. */
export function newestSecretSince(): Date | null {
	const row = readRow<Row>(FIND, [MAILBOX]);
	return row && !sealAnew(SEAL, row.sealedKey) ? new Date(row.sealedAt) : null;
}

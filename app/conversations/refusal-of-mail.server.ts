import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { openToken, sealToken } from "#app/platform/crypto/seal.server.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { mailboxKey } from "#app/platform/mail/unsolicited.server.ts";
import { mailRefused } from "./emails/mail-refused.ts";
import { readSubmissionLink } from "./submission-link.server.ts";

/** Whose mail of which form was refused. It is sealed wherever it leaves the server. */
type Refused = { email: string; formId: string };

/** What a sealed text allows its holder: to refuse the mail of all forms, or to take all back. */
const REFUSE_ALL = "refuse all forms";
const ALLOW = "allow mail";

/**
 * Handles "This wasn't me" (product.md, rule 34): ends the form's mail to the mailbox, deletes the
 * submission, and mails a link that takes it back. Returns the proof for refuseAllForms, or null
 * when the link is not valid any more.
 */
export async function disownSubmission(id: string, token: string): Promise<string | null> {
	return transaction(async (tx) => {
		const state = await readSubmissionLink(tx, { id, token, purpose: "verify" });
		if (state !== "valid") return null;
		const { email, formId, form } = await tx.submission.delete({
			where: { id },
			select: {
				email: true,
				formId: true,
				form: { select: { title: true, app: { select: { name: true } } } },
			},
		});
		const refused: Refused = { email, formId };
		await suppress(tx, mailboxKey(email, formId));
		const proof = sealToken(REFUSE_ALL, refused);
		await enqueueMail(tx, {
			dedupeKey: `mail-refused ${id}`,
			kind: "mail-refused",
			to: email,
			isAskedFor: true,
			email: mailRefused({
				formTitle: form.title,
				appName: form.app.name,
				allowUrl: `${env.appUrl}${paths.visitor.allow}?token=${sealToken(ALLOW, refused)}`,
				refuseAllUrl: `${env.appUrl}${paths.visitor.refuse}?done=${proof}`,
			}),
		});
		return proof;
	});
}

/** Returns whether a proof is one that disownSubmission returned. */
export function isRefusalProof(proof: string): boolean {
	return openToken<Refused>(REFUSE_ALL, proof) !== null;
}

/** Ends the mail of all forms to the mailbox of a proof. Returns whether the proof is ours. */
export async function refuseAllForms(proof: string): Promise<boolean> {
	const refused = openToken<Refused>(REFUSE_ALL, proof);
	if (refused) await transaction((tx) => suppress(tx, mailboxKey(refused.email)));
	return refused !== null;
}

/** Returns whether a mailed token can take a refusal back. */
export function canAllowMail(token: string): boolean {
	return openToken<Refused>(ALLOW, token) !== null;
}

/** Takes a refusal back, the form's and the whole site's. Returns whether the token is ours. */
export async function allowMail(token: string): Promise<boolean> {
	const refused = openToken<Refused>(ALLOW, token);
	if (!refused) return false;
	const { email, formId } = refused;
	const keys = [mailboxKey(email), mailboxKey(email, formId)];
	await transaction((tx) => tx.suppressedAddress.deleteMany({ where: { emailKey: { in: keys } } }));
	return true;
}

async function suppress(tx: Transaction, emailKey: string): Promise<void> {
	await tx.suppressedAddress.upsert({
		where: { emailKey },
		update: {},
		create: { emailKey, createdAt: clock.now() },
	});
}

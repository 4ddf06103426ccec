import { expect, test } from "vitest";
import { requestConfirmation, requestPasswordReset } from "#app/accounts/asked-link.server.ts";
import { askForProof, requestEmailChange } from "#app/accounts/email-change.server.ts";
import { signUp } from "#app/accounts/user.server.ts";
import { sendLinkAgain } from "#app/conversations/conversation-session.server.ts";
import { verifySubmission } from "#app/conversations/submission.server.ts";
import { resolveDeletionPage } from "#app/deletion-requests/public-page.server.ts";
import { askToSubscribe } from "#app/documents/notices/subscription.server.ts";
import { takeStep } from "#app/forms/visitor-form.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { markUndeliverable } from "#app/platform/mail/undeliverable.sql.ts";
import { mailboxOf } from "#app/platform/mail/unsolicited.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { sendAskedLinks } from "../../kit/jobs.ts";
import { readDatabase } from "../../kit/read-database.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import {
	answersOf,
	askAndSolve,
	createDesk,
	filledIn,
	send,
	submitForm,
} from "../../kit/world/conversation.ts";
import { openDeletionPage } from "../../kit/world/deletion.ts";
import { openForm } from "../../kit/world/form.ts";
import { sendSupport, supportAnswers } from "../../kit/world/support.ts";
import { createUser, freshAddress, PASSWORD } from "../../kit/world/user.ts";

/** Whom all doors mail to: the holder of an account, under other spellings of the address, too. */
const EMAIL = "onemailbox@gmail.com";
const CLIENT = freshAddress();

let spellings = 0;

/** Another spelling of the address: no door may take it for another mailbox. */
function spelled(): string {
	spellings += 1;
	const dotted = `${EMAIL.slice(0, 1 + (spellings % 7))}.${EMAIL.slice(1 + (spellings % 7))}`;
	const of = [`${dotted}`, dotted.replace("@", `+${spellings}@`), dotted.replace("gm", "googlem")];
	return of[spellings % 3] ?? EMAIL;
}

function mailsToTheMailbox(): unknown[] {
	const mails = readDatabase().OutboxMail as { recipient: string; kind: string }[];
	return mails.filter(({ recipient }) => mailboxOf(recipient) === EMAIL);
}

async function createDoors(): Promise<Record<string, () => Promise<unknown>>> {
	const { owner: stranger, app, form } = await createDesk();
	const holder = await createUser({ email: EMAIL });
	const waiting = await createUser({ email: spelled(), confirmed: false });
	const contact = await openForm(app, form.slug);
	const { id } = await submitForm(app, form, { email: spelled() });
	await openDeletionPage(app);
	const resolved = await resolveDeletionPage(stranger.accountName ?? "", app.app.slug);
	if (resolved.outcome !== "found") throw new Error("The deletion page is not there");
	const { page } = resolved;
	await transaction(async (tx) => {
		markUndeliverable(tx, holder.email, { kind: "bounce", reason: "Full" });
	});
	const own = await createDesk();
	await transaction((tx) =>
		tx.user.update({ where: { id: own.owner.userId }, data: { email: spelled() } }),
	);
	const clientAddress = CLIENT;
	return {
		"sign-up": () => signUp({ email: spelled(), password: PASSWORD }, { clientAddress }),
		"a new link": () => requestConfirmation(waiting.email, { clientAddress }),
		"a new password": () => requestPasswordReset(EMAIL, { clientAddress }),
		"another address": async () =>
			requestEmailChange(
				await createUser(),
				{ email: spelled(), current_password: PASSWORD },
				clientAddress,
			),
		"an address to be proved": () => askForProof(holder, clientAddress),
		"a form": () => send(contact, { clientAddress, values: answersOf({ email: spelled() }) }),
		"a form's mail once more": () => sendLinkAgain(id, clientAddress),
		"a page for deletion": () => {
			const values = new Map([["email", spelled()]]);
			const revision = String(page.revision);
			const traits = { ...askAndSolve(page), revision, clientAddress, values };
			return takeStep(page, filledIn(contact, traits));
		},
		"updates of an app": () => askToSubscribe(app.appId, { email: spelled(), clientAddress }),
		support: () =>
			sendSupport({ clientAddress, values: supportAnswers({ email: spelled() }) }, stranger),
		"a message to the holder's form": async () => {
			const sent = await submitForm(own.app, own.form);
			return verifySubmission(sent.id, sent.link.token, null, clientAddress);
		},
	};
}

test("one client address causes 10 mails an hour to one mailbox, over all doors together", async () => {
	const advance = stopClock();
	const doors = await createDoors();
	advance(HOUR_MS);
	const before = mailsToTheMailbox().length;
	const opened: Record<string, number> = {};
	for (let round = 0; round < 3; round += 1) {
		for (const [door, knock] of Object.entries(doors)) {
			const mails = mailsToTheMailbox().length;
			await knock().catch((error) => expect(error).toMatchObject({ status: 429 }));
			await sendAskedLinks();
			opened[door] = (opened[door] ?? 0) + mailsToTheMailbox().length - mails;
		}
		advance(2 * MINUTE_MS);
	}
	expect(mailsToTheMailbox().length - before, JSON.stringify(opened)).toBe(10);
});

import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { sealToken } from "#app/platform/crypto/seal.server.ts";
import type { Transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { HOUR_MS, later } from "#app/platform/time.ts";
import { type Addressed, addressOf } from "./addressed.server.ts";
import { wasThisYou } from "./emails/was-this-you.ts";
import type { Content } from "./mail-content.server.ts";
import { REASONS, type Reason } from "./reasons.ts";

/** How many mails wait for one side of a conversation. More are dropped, because anybody may write. */
const HELD_MAX = 50;
const QUOTE_MAX = 200;
/** What the token of a mailed question is for. */
const LINK = "held mail";

/** Returns whether one more mail may be held for a side. */
export async function canHold(tx: Transaction, { side, conversation }: Addressed) {
	const where = { submissionId: conversation.id, side, outcome: "held" };
	return (await tx.inboundMail.count({ where })) < HELD_MAX;
}

/**
 * Asks a side's proved address whether it wrote a mail that is held, in the caller's transaction.
 * The answer's page shows all that are held. So nothing is asked while one of the last hour waits.
 */
export async function askAboutHeld(
	tx: Transaction,
	addressed: Addressed,
	{ id, content, reason }: { id: string; content: Content; reason: Reason },
): Promise<void> {
	const { side, conversation } = addressed;
	const asked = await tx.inboundMail.findFirst({
		where: {
			id: { not: id },
			submissionId: conversation.id,
			side,
			outcome: "held",
			receivedAt: { gt: later(clock.now(), -HOUR_MS) },
		},
		select: { id: true },
	});
	if (asked) return;
	const path =
		side === "owner"
			? paths.conversation.thread({ submissionId: conversation.id })
			: `${paths.visitor.verify}?${new URLSearchParams({ token: sealToken(LINK, { id }) })}`;
	await enqueueMail(tx, {
		dedupeKey: `was-this-you ${id}`,
		kind: "was-this-you",
		to: addressOf(addressed),
		thread: conversation.id,
		email: wasThisYou({
			appName: conversation.form.app.name,
			from: content.from,
			why: REASONS[reason],
			// Nobody gets spam from us.
			quote: reason === "spam" ? "" : quoted(content.text),
			url: env.appUrl + path,
		}),
	});
}

function quoted(text: string): string {
	const line = [...text.replace(/\s+/g, " ")];
	return line.length > QUOTE_MAX ? `${line.slice(0, QUOTE_MAX).join("")}…` : line.join("");
}

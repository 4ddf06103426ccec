import { replyAddress, type Side } from "#app/conversations/by-mail/reply-address.server.ts";
import type { IncomingMail } from "#app/inbound-mail/inbound-mail.ts";
import { receiveMail } from "#app/inbound-mail/receive.server.ts";

let count = 0;

/** A mail as a door hands it in: written by a person, and the sender's domain vouches for it. */
export function incomingMail(to: string, traits: Partial<IncomingMail>): IncomingMail {
	count += 1;
	return {
		carrierId: `test:${process.pid}-${count}`,
		recipients: [to],
		from: "",
		isProved: true,
		isSpam: false,
		automatic: null,
		subject: "Re: Your message to Pocket Garden",
		messageId: `<mail-${count}@mail.example>`,
		text: "It is in the shed.",
		files: [],
		...traits,
	};
}

/** The address at which a side of a conversation answers by mail. */
export function answerAddress(side: Side, talk: { id: string }): string {
	const address = replyAddress(side, talk.id);
	if (!address) throw new Error("No inbound mail is set up");
	return address;
}

/** Receives a mail to a side's address. Returns the mail. */
export async function mailIn(
	side: Side,
	talk: { id: string },
	traits: Partial<IncomingMail>,
): Promise<IncomingMail> {
	const mail = incomingMail(answerAddress(side, talk), traits);
	await receiveMail(mail);
	return mail;
}

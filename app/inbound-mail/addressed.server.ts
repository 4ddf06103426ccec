import type { Side } from "#app/conversations/by-mail/reply-address.server.ts";
import type { Prisma } from "#app/generated/prisma/client.ts";

/** A side names few addresses of its own. */
const KNOWN_SENDERS = 50;

/** What must be known of a conversation to judge a mail, to add it, and to tell its sides. */
export const conversationColumns = {
	id: true,
	email: true,
	status: true,
	lastSender: true,
	knownSenders: { take: KNOWN_SENDERS, select: { side: true, email: true } },
	form: {
		select: {
			id: true,
			kind: true,
			slug: true,
			app: { select: { name: true, slug: true } },
			user: { select: { email: true, accountName: true } },
		},
	},
} as const satisfies Prisma.SubmissionSelect;

export type Conversation = Prisma.SubmissionGetPayload<{ select: typeof conversationColumns }>;

/** The side of a conversation that a mail speaks for, as its address says. */
export type Addressed = { side: Side; conversation: Conversation };

/** Returns the proved address of a side: the visitor's, or that of the owner's account. */
export function addressOf({ side, conversation }: Addressed): string {
	return side === "visitor" ? conversation.email : conversation.form.user.email;
}

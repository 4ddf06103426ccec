import type { Letter } from "#app/platform/mail/email.ts";

/** A letter to one side of a conversation, which can be answered by mail where that is set up. */
export type ConversationLetter = Letter & {
	link: {
		label: string;
		url: string;
		/** What leads to the link while the mail can be answered, without a colon. */
		answerOr: string;
	};
	/** It ends with a sentence that says where to write, while the mail can't be answered. */
	closing: string[];
};

/** Nobody reads replies to our own address, so each such mail says where to write instead. */
export const NO_REPLY =
	"Please don't reply to this mail: nobody reads the replies. Use the link above.";

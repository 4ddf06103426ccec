import type { Transaction } from "#app/platform/db/db.server.ts";
import { languageOf } from "#app/platform/language.ts";
import { composeEmail, type Email } from "#app/platform/mail/email.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { type ConversationLetter, NO_REPLY } from "../emails/conversation-letter.ts";
import { markerIn } from "./marker.ts";
import { replyAddress, type Side } from "./reply-address.server.ts";
import { readThreading } from "./threading.server.ts";

type ConversationMail = {
	to: Side;
	submissionId: string;
	dedupeKey: string;
	kind: string;
	letter: ConversationLetter;
	/** Somebody asked for this mail, so it is sent even where earlier mail came back. */
	isAskedFor?: boolean;
};

/**
 * Puts a mail to one side of a conversation into the outbox, in the caller's transaction. It can be
 * answered by mail (product.md, rule 72), or says that it can't and where to write instead.
 */
export async function enqueueConversationMail(
	tx: Transaction,
	{ to, submissionId, dedupeKey, kind, letter, isAskedFor }: ConversationMail,
): Promise<void> {
	const { email, form } = await tx.submission.findUniqueOrThrow({
		where: { id: submissionId, verifiedAt: { not: null } },
		select: submissionColumns,
	});
	const replyTo = form.answersByMail ? replyAddress(to, submissionId) : null;
	const language = to === "visitor" ? languageOfForm(form) : "en";
	const recipient = to === "visitor" ? email : form.user.email;
	const { prefix, headers } = await readThreading(tx, { submissionId, to, recipient, kind });
	const titled = { ...letter, subject: prefix + letter.subject };
	await enqueueMail(tx, {
		dedupeKey,
		kind,
		to: recipient,
		thread: submissionId,
		isAskedFor,
		replyTo: replyTo ?? undefined,
		headers,
		email: replyTo ? composeAnswerable(titled, language) : composeUnanswerable(titled),
	});
}

const submissionColumns = {
	email: true,
	form: {
		select: {
			title: true,
			description: true,
			fields: true,
			deletion: { select: { deleted: true, kept: true } },
			answersByMail: true,
			user: { select: { email: true } },
		},
	},
} as const;

type FormTexts = {
	title: string;
	description: string;
	fields: string;
	deletion: { deleted: string; kept: string } | null;
};

function languageOfForm({ title, description, fields, deletion }: FormTexts): string | null {
	const labels = (JSON.parse(fields) as { label: string }[]).map(({ label }) => label);
	return languageOf([title, description, ...labels, ...Object.values(deletion ?? {})].join(" "));
}

function composeAnswerable(letter: ConversationLetter, language: string | null): Email {
	const { answerOr, ...link } = letter.link;
	return composeEmail({ ...letter, marker: markerIn(language), link: { ...link, lead: answerOr } });
}

function composeUnanswerable({ link: { answerOr: _, ...link }, ...letter }: ConversationLetter) {
	return composeEmail({ ...letter, link, closing: [...letter.closing, NO_REPLY] });
}

import { seal, unseal } from "#app/platform/crypto/seal.server.ts";
import type { SealedTable } from "#app/platform/crypto/seal-anew.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { isMessageId } from "#app/platform/mail/message-id.server.ts";
import { VISIBLE } from "#app/platform/text.ts";
import { hideSecrets } from "./hide-secrets.ts";
import type { IncomingMail } from "./inbound-mail.ts";
import { cutReply } from "./text/cut-reply.ts";

const SEAL = "inbound mail";
const SUBJECT_MAX = 200;
const FILE_NAME_MAX = 100;
const FILES_NAMED = 10;
/** Control characters except tabs and line breaks. */
const CONTROLS = /[^\P{Cc}\t\n]/gu;

/** What is kept of a mail: who wrote what, and what was cut off it. */
export type Content = {
	from: string;
	subject: string;
	/** What its writer wrote. Empty for nothing that can be seen. */
	text: string;
	/** What was cut off it, such as a quotation. */
	rest: string;
	files: string[];
	messageId: string;
};

/** Reads what is to be kept of a mail. */
export function readContent(mail: IncomingMail): Content {
	const { written, rest } = cutReply(clean(mail.text));
	return {
		from: mail.from,
		subject: oneLine(mail.subject, SUBJECT_MAX),
		text: VISIBLE.test(written) ? hideSecrets(written.trim()) : "",
		rest: hideSecrets(rest.trim()),
		files: mail.files.map((name) => oneLine(name, FILE_NAME_MAX) || "a file without a name"),
		messageId: isMessageId(mail.messageId) ? mail.messageId : "",
	};
}

function clean(text: string): string {
	return text
		.toWellFormed()
		.replace(/\r\n?|[\v\f]/g, "\n")
		.replace(CONTROLS, "");
}

function oneLine(text: string, max: number): string {
	const line = clean(text).replace(/\s+/g, " ").trim();
	return [...line].slice(0, max).join("");
}

/** Returns the sentence that names the files that were not taken; "" for none. */
export function describeFiles(files: string[]): string {
	if (files.length === 0) return "";
	const named = files.slice(0, FILES_NAMED).join(", ");
	const more = files.length - FILES_NAMED;
	const were = files.length === 1 ? "1 file was" : `${files.length} files were`;
	return `${were} not taken: ${named}${more > 0 ? `, and ${more} more` : ""}.`;
}

/** The mails whose content is kept, for the job that seals them anew. */
export const sealedContents: SealedTable = {
	purpose: SEAL,
	list: ({ where, range }) =>
		db.inboundMail.findMany({
			where: { ...where, sealedBody: { not: null } },
			...range,
			select: { id: true, sealedBody: true },
		}),
	store: (id, sealedBody) =>
		transaction((tx) =>
			// Its side may have decided meanwhile, and then nothing of it is kept.
			tx.inboundMail.updateMany({ where: { id, sealedBody: { not: null } }, data: { sealedBody } }),
		),
};

/** Encrypts what a mail says, for one that is in no thread. */
export function sealContent(content: Content): Uint8Array<ArrayBuffer> {
	return seal(SEAL, JSON.stringify(content));
}

/** Returns what sealContent sealed; null for nothing, or where another secret sealed it. */
export function openContent(sealed: Uint8Array | null): Content | null {
	try {
		return sealed && (JSON.parse(unseal(SEAL, sealed)) as Content);
	} catch {
		return null;
	}
}

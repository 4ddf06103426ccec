import { findMail, listMail } from "#app/platform/mail/outbox.server.ts";
import { sendAskedLinks } from "./jobs.ts";

let count = 0;

/** Returns an address that has got no mail yet. */
export function freshEmail(tag = ""): string {
	count += 1;
	return `fresh-${process.pid}-${count}${tag}@example.com`;
}

/** Returns the mails to an address, newest first, with their bodies, once due links are mailed. */
export async function mailTo(email: string) {
	await sendAskedLinks();
	const rows = (await listMail()).filter((row) => row.recipient === email);
	const mails = await Promise.all(rows.map((row) => findMail(row.id)));
	return mails.filter((mail) => mail !== null);
}

/** Returns the token in the link of the newest mail to an address. */
export async function mailedToken(email: string): Promise<string> {
	const [mail] = await mailTo(email);
	const [, token] = mail?.text.match(/\/auth\/(?:confirm|reset|email)\?token=([\w-]{43})\n/) ?? [];
	if (!token) throw new Error(`No link was mailed to ${email}`);
	return token;
}

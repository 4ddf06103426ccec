import { composeEmail } from "#app/platform/mail/email.ts";

const NOT_ME = "I didn't do this: choose another password";

/** Asks the holder of an account's new address to confirm it. */
export function changeEmail({ url }: { url: string }) {
	return composeEmail({
		subject: "Confirm your new e-mail address",
		paragraphs: [
			"Somebody, probably you, wants to use this address for a Smallprint account. Please confirm that it is yours.",
		],
		link: { label: "Confirm my new address", url },
		closing: [
			"The link works once, for 24 hours.",
			"If it wasn't you, ignore this mail: without the link nothing changes.",
		],
	});
}

/** Asks the holder of an account to prove the address, to which mail has come back. */
export function proveAddress({ url }: { url: string }) {
	return composeEmail({
		subject: "Mail reaches you again",
		paragraphs: [
			"Earlier mail to this address of your Smallprint account came back. This one has arrived. Please confirm it, and you get mail about messages again.",
		],
		link: { label: "Confirm my address", url },
		closing: ["The link works once, for 24 hours."],
	});
}

/** Tells an account holder that somebody wanted their address for another account. */
export function addressInUse({ url }: { url: string }) {
	return composeEmail({
		subject: "Somebody tried to use your e-mail address",
		paragraphs: [
			"Somebody, perhaps you, wanted to use this address for another Smallprint account. It has an account already, so nothing was changed.",
		],
		link: { label: "Sign in to the account of this address", url },
		closing: ["If it wasn't you, you don't have to do anything."],
	});
}

/** Tells the present address that a change was requested. */
export function emailChangeAsked({ newEmail, url }: { newEmail: string; url: string }) {
	return composeEmail({
		subject: "Your e-mail address is about to change",
		paragraphs: [
			`Somebody, probably you, asked to change the address of your Smallprint account to ${newEmail}. It changes once that address is confirmed.`,
		],
		link: { label: NOT_ME, url },
		closing: [
			"If it was you, you don't have to do anything.",
			"If it wasn't you, choose a new password: that stops the change.",
		],
	});
}

/** Tells the earlier address that it was replaced. */
export function emailChanged({
	newEmail,
	supportEmail,
}: {
	newEmail: string;
	supportEmail: string;
}) {
	return composeEmail({
		subject: "Your e-mail address was changed",
		paragraphs: [
			`From now on, the address of your Smallprint account is ${newEmail}. This is the last mail to the old address.`,
		],
		closing: [`If it wasn't you, please write to ${supportEmail} at once.`],
	});
}

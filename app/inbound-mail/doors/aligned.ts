/** Everybody's mail programs: what is below or above one of these is somebody else's. */
const SHARED_HOSTS = new Set(
	`aol.com amazonses.com fastmail.com fastmail.fm firebaseapp.com github.io gmail.com gmx.at
	gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com herokuapp.com hotmail.com icloud.com
	mac.com mail.com mail.ru mailgun.org me.com messagingengine.com msn.com live.com netlify.app
	onmicrosoft.com outlook.com pages.dev pm.me proton.me protonmail.com qq.com sendgrid.net
	sparkpostmail.com substack.com t-online.de vercel.app web.app web.de workers.dev yahoo.com
	yandex.com yandex.ru ymail.com zoho.com`.split(/\s+/),
);

/** Labels under which countries sell names, as in co.uk. */
const SECOND_LEVEL = /^(?:ac|co|com|edu|go|gob|gov|gr|ne|net|nom|or|org)\.[a-z]{2}$/;
const NAME = /^(?:[a-z0-9_-]+\.)+[a-z0-9-]{2,}$/;

/**
 * Returns whether a domain may speak for mail of another: it is the same one, its parent or its
 * child, and the upper of the two is one organisation's.
 */
export function isAligned(domain: string, other: string): boolean {
	const [one, two] = [domain.toLowerCase(), other.toLowerCase()].toSorted(
		(a, b) => a.length - b.length,
	) as [string, string];
	if (!NAME.test(one) || !NAME.test(two)) return false;
	if (one === two) return true;
	return two.endsWith(`.${one}`) && !SHARED_HOSTS.has(one) && !SECOND_LEVEL.test(one);
}

/** Returns the domain of an address in lower case; "" if it has none. */
export function domainOf(address: string): string {
	const [, domain = ""] = /@([^@\s<>]+)>?$/.exec(address.trim()) ?? [];
	return domain.toLowerCase();
}

/** A display name of more would be cut by mail programs, and fits no header line. */
const NAME_MAX = 60;

/**
 * Returns the From header of an app's mail, such as `"Pocket Garden via Smallprint" <hello@…>`, by
 * the site's own, `Smallprint <hello@…>`. The name is a quoted string (RFC 5322, section 3.2.4)
 * without line breaks, so that nothing in it becomes an address or a header.
 */
export function senderOf(mailFrom: string, app: string | undefined): string {
	if (!app) return mailFrom;
	const [, site = "", address] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(mailFrom) ?? [];
	const named = [...app.replace(/[\s\p{C}]+/gu, " ").trim()].slice(0, NAME_MAX).join("");
	const name = `${named} via ${site.replaceAll('"', "") || "Smallprint"}`;
	return `"${name.replace(/["\\]/g, "\\$&")}" <${address ?? mailFrom.trim()}>`;
}

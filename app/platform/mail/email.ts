import { escapeHtml } from "#app/platform/html.ts";

export type Email = { subject: string; text: string; html: string };

/** The parts of a plain letter: paragraphs, and one link for the mail's purpose. */
type Letter = {
	subject: string;
	paragraphs: string[];
	link?: { label: string; url: string };
	closing?: string[];
};

/**
 * Composes a letter as text and as HTML. The HTML is escaped, and line breaks are removed from the
 * subject, so that nothing typed becomes a header.
 */
export function composeEmail({ subject, paragraphs, link, closing = [] }: Letter): Email {
	const text = [
		...paragraphs,
		...(link ? [`${link.label}:\n${link.url}`] : []),
		...closing,
		"Smallprint",
	].join("\n\n");
	const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#fdfcf8;color:#1b2230;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:34em;margin:0 auto">
${paragraphs.map(paragraph).join("\n")}
${link ? button(link) : ""}
${closing.map(paragraph).map(linkAddresses).join("\n")}
<p style="margin:32px 0 0;color:#59616f;font-size:14px">Smallprint</p>
</div></body></html>
`;
	return { subject: subject.replace(/[\s\p{Cc}]+/gu, " ").trim(), text: `${text}\n`, html };
}

function paragraph(text: string): string {
	return `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;
}

/** For our own text only: an address that somebody typed must not become a link in our mail. */
function linkAddresses(html: string): string {
	return html.replace(
		/https?:\/\/[^\s<]+/g,
		(href) => `<a href="${href}" style="color:#274f9f;word-break:break-all">${href}</a>`,
	);
}

function button({ label, url }: { label: string; url: string }): string {
	const href = escapeHtml(url);
	return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#274f9f;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;color:#59616f;font-size:14px">If the button does nothing, open this address:<br><a href="${href}" style="color:#274f9f;word-break:break-all">${href}</a></p>`;
}

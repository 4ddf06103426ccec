import { escapeHtml } from "#app/platform/html.ts";

export type Email = {
	subject: string;
	text: string;
	html: string;
	/** The app whose mail it is: the sender's display name tells it. */
	app?: string;
};

/** The parts of a plain letter: paragraphs, and one link for the mail's purpose. */
export type Letter = {
	subject: string;
	/** The app whose mail it is. It stands above the letter; without one, our own name does. */
	app?: string;
	/** What a list of mails shows beside the subject; the first paragraph by default. */
	preheader?: string;
	/** A line above all, above which an answer is written. */
	marker?: string;
	paragraphs: string[];
	/** `lead` stands before the link, without its colon; the label does by default. */
	link?: { lead?: string; label: string; url: string };
	closing?: string[];
};

const SITE = "Smallprint";
/** Lists of mails show about this much. */
const PREHEADER_MAX = 140;

/** Mail programs that know no dark mode ignore it; the colours are those of app/ui/styles. */
const DARK = `@media (prefers-color-scheme:dark){
body,.paper{background:#11161f!important;color:#eae8e1!important}
.soft{color:#aeaba0!important}
a{color:#8bb1f7!important}
.button{background:#8bb1f7!important;color:#11161f!important}
}`;

/**
 * Composes a letter as text and as HTML. The HTML is escaped, and line breaks are removed from the
 * subject and the app's name, so that nothing typed becomes a header.
 */
export function composeEmail(letter: Letter): Email {
	const { subject, app, marker, paragraphs, link, closing = [] } = letter;
	const text = [
		...(marker ? [marker] : []),
		...paragraphs,
		...(link ? [`${link.lead ?? link.label}:\n${link.url}`] : []),
		...closing,
		...(app ? [`${app}, through ${SITE}`] : [SITE]),
	].join("\n\n");
	const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>:root{color-scheme:light dark}
${DARK}</style></head>
<body class="paper" style="margin:0;padding:24px;background:#fdfcf9;color:#1a2230;font:16px/1.6 system-ui,sans-serif">
${preheaderOf(letter)}<div style="max-width:34em;margin:0 auto;overflow-wrap:anywhere">
${marker ? small(marker) : ""}<h1 style="margin:0 0 24px;padding:0 0 12px;border-bottom:2px solid #e1897f;font:600 20px/1.3 ui-serif,Georgia,serif">${escapeHtml(app ?? SITE)}</h1>
${paragraphs.map(paragraph).join("\n")}
${link?.lead ? paragraph(`${link.lead}:`) : ""}
${link ? button(link) : ""}
${closing.map(paragraph).map(linkAddresses).join("\n")}
<p class="soft" style="margin:32px 0 0;color:#535b69;font-size:14px">${escapeHtml(app ? `${app}, through ${SITE}` : SITE)}</p>
</div></body></html>
`;
	return { subject: oneLine(subject), text: `${text}\n`, html, app: app && oneLine(app) };
}

/** Returns the hidden text that a list of mails shows, and space, so that it shows nothing else. */
function preheaderOf({ preheader, paragraphs }: Letter): string {
	const words = oneLine(preheader ?? paragraphs[0] ?? "");
	const shown = [...words].slice(0, PREHEADER_MAX).join("");
	return `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(shown)}${"&#847;&zwnj;&nbsp;".repeat(40)}</div>`;
}

/** Returns a line in small grey letters. */
function small(text: string): string {
	return `<p class="soft" style="margin:0 0 16px;color:#535b69;font-size:14px">${escapeHtml(text)}</p>\n`;
}

function oneLine(text: string): string {
	return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

function paragraph(text: string): string {
	return `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;
}

/** For our own text only: an address that somebody typed must not become a link in our mail. */
function linkAddresses(html: string): string {
	return html.replace(
		/https?:\/\/[^\s<]+/g,
		(href) => `<a href="${href}" style="color:#2750a2;word-break:break-all">${href}</a>`,
	);
}

function button({ label, url }: NonNullable<Letter["link"]>): string {
	const href = escapeHtml(url);
	return `<p style="margin:24px 0"><a class="button" href="${href}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#2750a2;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="soft" style="margin:0 0 16px;color:#535b69;font-size:14px">If the button does nothing, open this address:<br><a href="${href}" style="color:#2750a2;word-break:break-all">${href}</a></p>`;
}

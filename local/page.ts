import crypto from "node:crypto";
import { type Context, Hono } from "hono";
import { html, raw } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { FileFault } from "./json-file.ts";

/** Markup that is escaped already. */
export type Html = ReturnType<typeof html>;

type Page = {
	/** The heading, and the tab's title unless `tab` gives another. */
	title: string;
	tab?: string;
	intro?: string;
	/** What went wrong. */
	alert?: { title: string; text: string };
	body?: Html | Html[];
	status?: ContentfulStatusCode;
	/** Whether the page shows a mail, which has its own styles and pictures. */
	hasMail?: boolean;
};

const CSS = `
:root { color-scheme: light dark; --paper: #fdfcf9; --ink: #1a2230; --soft: #535b69; --line: #dddbd3; --edge: #7a818d; --blue: #2750a2; --red: #c22826 }
@media (prefers-color-scheme: dark) { :root { --paper: #11161f; --ink: #eae8e1; --soft: #aeaba0; --line: #323843; --edge: #6b727e; --blue: #8bb1f7; --red: #f47c70 } }
body { max-width: 36rem; margin: 0 auto; padding: 2rem 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
h1, h2, h3 { line-height: 1.25; font-family: ui-serif, Georgia, serif }
a { color: var(--blue) }
ul { padding: 0; list-style: none }
li, section { padding: 0.75rem 0; border-top: 1px solid var(--line) }
li p, dd { margin: 0 }
dt, .soft { color: var(--soft) }
button { display: block; min-height: 2.75rem; margin: 0.75rem 0; padding: 0.5rem 1rem; border: 1px solid var(--edge); border-radius: 0.4rem; background: none; color: inherit; font: inherit; cursor: pointer }
label { display: block; margin-top: 0.75rem }
textarea, select { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--edge); border-radius: 0.4rem; background: var(--paper); color: inherit; font: inherit }
[role="alert"] { padding: 0 1rem; border: 2px solid var(--red); border-radius: 0.4rem }
.mail-text { white-space: pre-wrap }
iframe { box-sizing: border-box; width: 100%; height: 32rem; border: 1px solid var(--edge); background: #fff }
`;
const CSS_HASH = crypto.hash("sha256", CSS, "base64");

/** Renders a page of a stand-in, without a script. */
export function page(context: Context, { status = 200, hasMail = false, ...parts }: Page) {
	const { title, tab = `${title} · Smallprint`, intro, alert, body = [] } = parts;
	context.header("Content-Security-Policy", policy(hasMail));
	return context.html(
		html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${alert ? "Error: " : ""}${tab}</title>
<style>${raw(CSS)}</style>
</head>
<body>
<header><a href="/">Smallprint</a></header>
<main>
${alert ? html`<div role="alert"><h2>${alert.title}</h2><p>${alert.text}</p></div>` : ""}
<h1>${title}</h1>
${intro ? html`<p class="soft">${intro}</p>` : ""}
${body}
</main>
</body>
</html>`,
		status,
	);
}

function policy(hasMail: boolean): string {
	return [
		"default-src 'none'",
		`style-src ${hasMail ? "'unsafe-inline'" : `'sha256-${CSS_HASH}'`}`,
		`img-src 'self'${hasMail ? " https: http: data:" : ""}`,
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	].join("; ");
}

/** Creates the app for a stand-in's pages. It shows an error page when the file can't be used. */
export function createPages(owner: string): Hono {
	const pages = new Hono();
	pages.onError((error, context) => {
		if (!(error instanceof FileFault)) throw error;
		return page(context, {
			title: `The local ${owner} is shut`,
			intro: error.message,
			status: 409,
		});
	});
	return pages;
}

/** Renders the 404 page. */
export function notFound(context: Context, what: string) {
	return page(context, {
		title: "Not found",
		intro: `There is no such ${what} here.`,
		status: 404,
	});
}

const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const dateTime = new Intl.DateTimeFormat("en-GB", {
	dateStyle: "medium",
	timeStyle: "short",
	timeZone: "UTC",
});

/** Formats a date as "14 Nov 2026", in UTC. */
export function formatDate(moment: Date): string {
	return date.format(moment);
}

/** Formats a moment as "14 Nov 2026, 09:30 UTC". */
export function formatDateTime(moment: Date): string {
	return `${dateTime.format(moment)} UTC`;
}

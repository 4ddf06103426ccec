import { createHash } from "node:crypto";
import { kindOf } from "#app/documents/kind.ts";
import { paths } from "#app/paths.ts";
import { languageOfHtml } from "#app/platform/language.ts";
import { formatSeconds } from "#app/platform/time.ts";
import type { Heading } from "#app/ui/prose/contents.tsx";
import type { PublicDocument } from "./found-document.server.ts";
import { markdownOf } from "./markdown.ts";
import { plainTextOf } from "./plain-text.ts";

/** Returns a document as programs read it (docs/documents.md, "For programs"). */
export function documentJson(document: PublicDocument): string {
	const { id, url, title, html, version, effectiveOn, updatedAt, app } = document;
	const language = languageOfHtml(html);
	const markdown = markdownOf(document);
	return JSON.stringify({
		id,
		url,
		title,
		kind: kindOf(document),
		language,
		version,
		effective_on: effectiveOn || null,
		updated_at: formatSeconds(updatedAt),
		sha256: createHash("sha256").update(markdown).digest("hex"),
		app: { name: app.name, url: app.url },
		text: plainTextOf(html, url),
		markdown,
		html,
		headings: JSON.parse(document.headings) as Heading[],
		history_url: document.historyUrl,
		next:
			document.announcedFor === null
				? null
				: { url: paths.ofDocument.next(url), effective_on: document.announcedFor },
		languages: [{ language, url }],
	});
}

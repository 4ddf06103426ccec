import { plainTextOf } from "#app/documents/shapes/plain-text.ts";
import type { ZippedFile } from "#app/http/download.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { type KitDocument, pickFor } from "./choices.ts";
import { type NamedAccess, readKit } from "./kit.server.ts";
import { readHtml } from "./kit.sql.ts";

/** fastlane's folder for the values of every language that has none of its own. */
const EVERY_LANGUAGE = "default";

/**
 * Yields the files from which `fastlane deliver` fills App Store Connect, in a folder for each
 * localization that the owner chose. What is missing has no file, so that nothing is emptied there.
 */
export async function* fastlaneFiles(access: NamedAccess): AsyncGenerator<ZippedFile> {
	const { facts, documents, locales, choices } = await readKit(access);
	const lastModified = clock.now();
	const texts = new Map<string, string>();

	function textOf({ id, title, url }: KitDocument): string {
		const known = texts.get(id);
		if (known !== undefined) return known;
		const text = `${title}\n\n${plainTextOf(readHtml(access, id), url)}`;
		texts.set(id, text);
		return text;
	}

	for (const locale of locales.length > 0 ? locales : [EVERY_LANGUAGE]) {
		const folder = `fastlane/metadata/${locale}`;
		const { document } = pickFor(documents, "privacy", locale, choices);
		const contents = {
			privacy_url: document && `${document.url}\n`,
			support_url: `${facts.hubUrl}\n`,
			apple_tv_privacy_policy: document && textOf(document),
		};
		for (const [name, content] of Object.entries(contents)) {
			if (content) yield { name: `${folder}/${name}.txt`, lastModified, content };
		}
	}
}

import { startTransition, useEffect, useRef, useState } from "react";
import type { Report } from "#app/checks/report.server.ts";
import { isContentWithinLimit } from "#app/documents/document-rules.ts";
import { textOf } from "#app/ui/field/text-of.ts";
import { useMedia } from "#app/ui/use-media.ts";

/** As wide as two columns that can be read. */
const WIDE = "(min-width: 64rem)";
/** The pause in typing after which the preview is renewed. */
const DELAY_MS = 500;

/** A rendered text with what the checks say of it, or why there is none. */
export type Rendered = { html?: string; report?: Report; error?: string };

/** The fields on which the page and its checks depend. */
const SENT = ["title", "content", "format", "kind", "slug", "applies", "effective_on"] as const;

type Fields = Record<(typeof SENT)[number], { value?: unknown }>;

/**
 * Renders a text on the server while it is typed, where there is room to show it beside the editor.
 * Returns null where there is none. A lost connection keeps what was rendered last. `documentId` is
 * that of the document that the text is to replace.
 */
export function useLivePreview(path: string, fields: Fields, documentId = ""): Rendered | null {
	const content = textOf(fields.content.value);
	const typed = SENT.map((name): [string, string] => [name, textOf(fields[name].value)]);
	const isWide = useMedia(WIDE);
	const [rendered, setRendered] = useState<Rendered>({});
	const isBlank = content.trim() === "";
	const delay = useRef(0);
	const sent = JSON.stringify([...typed, ["document", documentId]]);

	useEffect(() => {
		if (!isWide || isBlank || !isContentWithinLimit(content)) return;
		const stale = new AbortController();
		const timer = setTimeout(async () => {
			const answer = await render(path, JSON.parse(sent), stale.signal);
			if (!answer || stale.signal.aborted) return;
			// The first one waits for the script of what the checks say.
			startTransition(() => setRendered(answer));
		}, delay.current);
		// Only the text that the editor opens with is shown without a pause.
		delay.current = DELAY_MS;
		return () => {
			clearTimeout(timer);
			stale.abort();
		};
	}, [isWide, isBlank, path, content, sent]);

	if (!isWide) return null;
	return isBlank ? {} : rendered;
}

async function render(
	path: string,
	sent: [string, string][],
	signal: AbortSignal,
): Promise<Rendered | null> {
	const body = new FormData();
	for (const [name, value] of sent) body.append(name, value);
	try {
		const response = await fetch(path, { method: "POST", body, signal });
		const answer = (await response.json()) as Rendered;
		return answer.html === undefined && answer.error === undefined ? null : answer;
	} catch {
		return null;
	}
}

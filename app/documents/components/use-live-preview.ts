import { startTransition, useEffect, useRef, useState } from "react";
import type { Report } from "#app/checks/report.server.ts";
import { isContentWithinLimit } from "#app/documents/document-rules.ts";
import { useMedia } from "#app/ui/use-media.ts";

/** As wide as two columns that can be read. */
const WIDE = "(min-width: 64rem)";
/** The pause in typing after which the preview is renewed. */
const DELAY_MS = 500;

/** A rendered text with what the checks say of it, or why there is none. */
export type Rendered = { html?: string; report?: Report; error?: string };

/** What the editor's fields say of a text, and the document that it is to replace, or "". */
type Draft = { title: string; content: string; format: string; kind: string; document: string };

/**
 * Renders a text on the server while it is typed, where there is room to show it beside the editor.
 * Returns null where there is none. A lost connection keeps what was rendered last.
 */
export function useLivePreview(path: string, draft: Draft): Rendered | null {
	const { title, content, format, kind, document } = draft;
	const isWide = useMedia(WIDE);
	const [rendered, setRendered] = useState<Rendered>({});
	const isBlank = content.trim() === "";
	const delay = useRef(0);

	useEffect(() => {
		if (!isWide || isBlank || !isContentWithinLimit(content)) return;
		const stale = new AbortController();
		const timer = setTimeout(async () => {
			const answer = await render(path, { title, content, format, kind, document }, stale.signal);
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
	}, [isWide, isBlank, path, title, content, format, kind, document]);

	if (!isWide) return null;
	return isBlank ? {} : rendered;
}

async function render(path: string, draft: Draft, signal: AbortSignal): Promise<Rendered | null> {
	const body = new FormData();
	for (const [name, value] of Object.entries(draft)) body.append(name, value);
	try {
		const response = await fetch(path, { method: "POST", body, signal });
		const answer = (await response.json()) as Rendered;
		return answer.html === undefined && answer.error === undefined ? null : answer;
	} catch {
		return null;
	}
}

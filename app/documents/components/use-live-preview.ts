import { useEffect, useState } from "react";
import { isContentWithinLimit } from "#app/documents/document-rules.ts";
import { useMedia } from "#app/ui/use-media.ts";

/** As wide as two columns that can be read. */
const WIDE = "(min-width: 64rem)";
/** The pause in typing after which the preview is renewed. */
const DELAY_MS = 500;

/** A rendered text, or why there is none. */
export type Rendered = { html?: string; error?: string };

type Draft = { title: string; content: string; format: string };

/**
 * Renders a text on the server while it is typed, where there is room to show it beside the editor.
 * Returns null where there is none. A lost connection keeps what was rendered last.
 */
export function useLivePreview(path: string, { title, content, format }: Draft): Rendered | null {
	const isWide = useMedia(WIDE);
	const [rendered, setRendered] = useState<Rendered>({});
	const isBlank = content.trim() === "";

	useEffect(() => {
		if (!isWide || isBlank || !isContentWithinLimit(content)) return;
		const stale = new AbortController();
		const timer = setTimeout(async () => {
			const answer = await render(path, { title, content, format }, stale.signal);
			if (answer && !stale.signal.aborted) setRendered(answer);
		}, DELAY_MS);
		return () => {
			clearTimeout(timer);
			stale.abort();
		};
	}, [isWide, isBlank, path, title, content, format]);

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

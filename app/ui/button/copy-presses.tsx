import { useEffect, useState } from "react";

/** How long a button says that it has copied (product.md, O29). */
export const COPIED_MS = 2000;

/**
 * Has each button of the page with `data-copy` copy that text, and each with `data-copy-from` the text
 * at that address. One listener serves them all, because a long list with a component for each is
 * slow to draw. Without JavaScript the buttons are hidden.
 */
export function CopyPresses() {
	const [copied, setCopied] = useState<HTMLElement | null>(null);

	useEffect(() => {
		document.documentElement.dataset.copies = "";
		document.addEventListener("click", copy);
		return () => document.removeEventListener("click", copy);

		async function copy(event: MouseEvent) {
			const button = (event.target as Element).closest<HTMLElement>(
				"[data-copy], [data-copy-from]",
			);
			const { copy: text, copyFrom } = button?.dataset ?? {};
			try {
				if (text) await navigator.clipboard.writeText(text);
				else if (copyFrom) await copyTextAt(copyFrom);
				else return;
				setCopied(button);
			} catch {
				// Without HTTPS or permission there is no clipboard.
				if (text) window.prompt("Press Ctrl+C or ⌘C to copy", text);
				else if (copyFrom) window.location.assign(copyFrom);
			}
		}
	}, []);

	useEffect(() => {
		if (!copied) return;
		const label = copied.textContent;
		copied.textContent = "Copied";
		const timer = setTimeout(() => setCopied(null), COPIED_MS);
		return () => {
			clearTimeout(timer);
			copied.textContent = label;
		};
	}, [copied]);

	return (
		<span className="visually-hidden" aria-live="polite">
			{copied && "Copied to the clipboard"}
		</span>
	);
}

/** Safari writes to the clipboard only at the press itself, so the text is promised to it. */
function copyTextAt(address: string): Promise<void> {
	const text = fetch(address).then(async (response) => {
		if (!response.ok) throw new Error(`${address} returned ${response.status}`);
		return new Blob([await response.text()], { type: "text/plain" });
	});
	return navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
}

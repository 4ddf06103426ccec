import { useEffect, useState } from "react";

/** How long a button says that it has copied (product.md, O29). */
export const COPIED_MS = 2000;

/**
 * Has each button of the page with `data-copy` copy that text. One listener serves them all, because
 * a long list with a component for each is slow to draw. Without JavaScript the buttons are hidden.
 */
export function CopyPresses() {
	const [copied, setCopied] = useState<HTMLElement | null>(null);

	useEffect(() => {
		document.documentElement.dataset.copies = "";
		document.addEventListener("click", copy);
		return () => document.removeEventListener("click", copy);

		async function copy(event: MouseEvent) {
			const button = (event.target as Element).closest<HTMLElement>("[data-copy]");
			const text = button?.dataset.copy;
			if (!text) return;
			try {
				await navigator.clipboard.writeText(text);
				setCopied(button);
			} catch {
				// Without HTTPS or permission there is no clipboard.
				window.prompt("Press Ctrl+C or ⌘C to copy", text);
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

import { useEffect, useState } from "react";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { Button, type ButtonVariant } from "./button.tsx";
import { COPIED_MS } from "./copy-presses.tsx";

export function CopyButton({ text, variant }: { text: string; variant?: ButtonVariant }) {
	const isHydrated = useHydrated();
	const [state, setState] = useState<"idle" | "copied" | "refused">("idle");

	useEffect(() => {
		if (state !== "copied") return;
		const timer = setTimeout(() => setState("idle"), COPIED_MS);
		return () => clearTimeout(timer);
	}, [state]);

	if (!isHydrated) return null;

	async function copy() {
		try {
			await navigator.clipboard.writeText(text);
			setState("copied");
		} catch {
			setState("refused");
		}
	}

	// Without HTTPS or permission there is no clipboard, so show the text selected, to be copied.
	if (state === "refused") {
		return (
			<input
				className="input code"
				readOnly
				value={text}
				aria-label="Press Ctrl+C or ⌘C to copy"
				ref={select}
			/>
		);
	}

	return (
		<>
			<Button type="button" variant={variant} onClick={copy}>
				{state === "copied" ? "Copied" : "Copy"}
			</Button>
			<span className="visually-hidden" aria-live="polite">
				{state === "copied" && "Copied to the clipboard"}
			</span>
		</>
	);
}

function select(input: HTMLInputElement | null) {
	input?.select();
}

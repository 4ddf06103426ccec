import type { ReactNode } from "react";
import { plural } from "#app/platform/count.ts";
import { Button } from "#app/ui/button/button.tsx";

type SaveRowProps = {
	label: string;
	/** What the first button asks for, if it doesn't publish now. */
	intent?: string;
	/** How many words the text has; null where no script counts them. */
	words: number | null;
	/** The buttons beside it. */
	children: ReactNode;
};

/** The buttons of the editor, of which Ctrl+S presses the first. */
export function SaveRow({ label, intent, words, children }: SaveRowProps) {
	return (
		<div className="row">
			<div className="cluster">
				<Button
					variant="primary"
					name={intent && "intent"}
					value={intent}
					aria-keyshortcuts="Control+S Meta+S"
				>
					{label}
				</Button>
				{words !== null && <span className="hint keys">or press Ctrl+S</span>}
				{children}
			</div>
			{words !== null && <span className="hint">{plural(words, "word")}</span>}
		</div>
	);
}

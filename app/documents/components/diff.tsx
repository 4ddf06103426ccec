type DiffPart = { change: "same" | "added" | "removed"; text: string };

/** How many lines at each end of an unchanged stretch stay visible. */
const CONTEXT_LINES = 3;

/** The changes between two texts, line by line; long unchanged stretches are folded. */
export function Diff({ parts }: { parts: DiffPart[] }) {
	if (parts.every((part) => part.change === "same")) {
		return <p className="muted">The text is the same in both versions.</p>;
	}
	return (
		<div className="diff" dir="auto">
			{parts.map((part, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a diff is never reordered
				<DiffStretch key={index} part={part} />
			))}
		</div>
	);
}

function DiffStretch({ part }: { part: DiffPart }) {
	if (part.change === "added") return <ins className="diff-line">{part.text}</ins>;
	if (part.change === "removed") return <del className="diff-line">{part.text}</del>;
	const lines = part.text.split("\n");
	if (lines.length <= 3 * CONTEXT_LINES) return <span className="diff-line">{part.text}</span>;
	return (
		<>
			<span className="diff-line">{lines.slice(0, CONTEXT_LINES).join("\n")}</span>
			<details>
				<summary>{lines.length - 2 * CONTEXT_LINES} unchanged lines</summary>
				<span className="diff-line">{lines.slice(CONTEXT_LINES, -CONTEXT_LINES).join("\n")}</span>
			</details>
			<span className="diff-line">{lines.slice(-CONTEXT_LINES).join("\n")}</span>
		</>
	);
}

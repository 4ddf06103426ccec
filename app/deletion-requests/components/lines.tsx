import { typedLines } from "#app/deletion-requests/typed-lines.ts";
import { languageOf } from "#app/platform/language.ts";
import { LinkedText } from "#app/ui/link/linked-text.tsx";

type LinesProps = {
	text: string;
	/** How several lines are listed: steps in their order, or things in any. */
	as: "ol" | "ul";
};

/** What an owner typed, a line for each thing: a paragraph of one line, a list of several. */
export function Lines({ text, as: List }: LinesProps) {
	const lines = typedLines(text);
	// "" says that the language is not known: it is not the page's.
	const language = languageOf(text) ?? "";
	if (lines.length < 2) {
		return (
			<p lang={language} dir="auto">
				<LinkedText text={lines[0] ?? ""} />
			</p>
		);
	}
	return (
		<List className="lines" lang={language}>
			{lines.map((line, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
				<li key={at} dir="auto">
					<LinkedText text={line} />
				</li>
			))}
		</List>
	);
}

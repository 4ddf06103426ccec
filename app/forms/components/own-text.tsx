import { LinkedText } from "#app/ui/link/linked-text.tsx";

/** What a form's owner adds to a sentence of ours, or nothing. */
export function OwnText({ text }: { text: string }) {
	if (text === "") return null;
	return (
		<p className="typed" dir="auto">
			<LinkedText text={text} />
		</p>
	);
}

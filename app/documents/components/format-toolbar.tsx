import { type Edit, editFor, MARKS } from "#app/documents/editing/markdown-edit.ts";
import { Button } from "#app/ui/button/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/** Buttons that write Markdown into the text area with this id. They need JavaScript. */
export function FormatToolbar({ fieldId }: { fieldId: string }) {
	if (!useHydrated()) return null;
	return (
		<fieldset className="format-toolbar" aria-label="Formatting">
			{MARKS.map((mark) => (
				<Button
					key={mark}
					type="button"
					variant="quiet"
					className="button-s"
					onClick={() => {
						const area = document.getElementById(fieldId) as HTMLTextAreaElement;
						apply(area, editFor(mark, area.value, area.selectionStart, area.selectionEnd));
					}}
				>
					{mark}
				</Button>
			))}
		</fieldset>
	);
}

/** Changes the text as typing would, so that Undo takes it back. */
function apply(area: HTMLTextAreaElement, { start, end, text, select }: Edit) {
	area.focus();
	area.setSelectionRange(start, end);
	const isTyped = text
		? document.execCommand("insertText", false, text)
		: document.execCommand("delete");
	if (!isTyped) {
		area.setRangeText(text, start, end, "end");
		area.dispatchEvent(new Event("input", { bubbles: true }));
	}
	area.setSelectionRange(...select);
}

import { useEffect, useRef } from "react";
import { findGaps, type Gap } from "#app/documents/editing/gaps.ts";
import { plural } from "#app/platform/count.ts";
import { Button } from "#app/ui/button/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/** How many are named. A table of contents in brackets would push the editor off the screen. */
const MOST = 8;

type GapListProps = {
	gaps: Gap[];
	fieldId: string;
	/** The intent of the press for which the page asks if the text may become public as it is. */
	asked?: string;
};

/**
 * Names what is left to fill in, and asks whether to publish it so. With JavaScript, each name leads
 * to its place in the text area.
 */
export function GapList({ gaps, fieldId, asked }: GapListProps) {
	const isHydrated = useHydrated();
	const asks = asked !== undefined;
	const box = useRef<HTMLElement>(null);

	useEffect(() => {
		if (asks) box.current?.focus();
	}, [asks]);

	const byText = new Map<string, Gap[]>();
	for (const gap of gaps) byText.set(gap.text, [...(byText.get(gap.text) ?? []), gap]);
	if (byText.size === 0) return null;
	return (
		<section
			className="banner gap-list"
			aria-label="Left to fill in"
			role={asks ? "alert" : undefined}
			tabIndex={-1}
			// biome-ignore lint/a11y/noAutofocus: where the eye goes after the question
			autoFocus={asks}
			ref={box}
		>
			<div>
				{asks && <p>This text is not public yet. Everybody would see what is in brackets.</p>}
				<strong>{plural(byText.size, "thing")} to fill in</strong>
				<ul>
					{[...byText].slice(0, MOST).map(([text, same]) => (
						<li key={text} dir="auto">
							{isHydrated ? (
								<button type="button" className="link-button" onClick={() => show(text, fieldId)}>
									{text}
								</button>
							) : (
								text
							)}
							{placeOf(same)}
						</li>
					))}
				</ul>
				{byText.size > MOST && <p className="small">and {byText.size - MOST} more</p>}
			</div>
			{asks && (
				<Button name="intent" value={asked}>
					Go on as it is
				</Button>
			)}
		</section>
	);
}

function placeOf([gap, ...others]: Gap[]): string {
	if (others.length > 0) return ` in ${others.length + 1} places`;
	return gap?.section ? ` in “${gap.section}”` : "";
}

/** Selects a gap in the text area, so that typing fills it in. */
function show(text: string, fieldId: string) {
	const area = document.getElementById(fieldId);
	if (!(area instanceof HTMLTextAreaElement)) return;
	const gap = findGaps(area.value).find((one) => one.text === text);
	if (!gap) return;
	// A text area scrolls to its selection when it gets the focus.
	area.blur();
	area.setSelectionRange(gap.start, gap.end);
	area.focus();
}

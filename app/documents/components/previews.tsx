import { Comparison } from "#app/documents/versions/comparison.tsx";
import type { Comparison as Compared } from "#app/platform/markdown/compare/compare.ts";
import { Prose } from "#app/ui/prose/prose.tsx";
import type { Rendered } from "./use-live-preview.ts";

/** The page that a text becomes, in the place of its editor. */
export function PreviewInstead({ html }: { html: string }) {
	return (
		<section className="sheet" aria-label="Preview">
			<Prose html={html} />
		</section>
	);
}

const COMPARED: [string, string] = ["The public text", "Yours"];

/** What a text would change in the public one, in the place of its editor. */
export function ChangesInstead({ compared }: { compared: Compared | null }) {
	return (
		<section className="stack" aria-label="Changes">
			<Comparison
				compared={compared}
				names={COMPARED}
				whenSame="Visitors read the same text as before."
			/>
		</section>
	);
}

/** The page that a text becomes, beside its editor. */
export function PreviewBeside({ html, error, isBlank }: Rendered & { isBlank: boolean }) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse, only the focus scrolls it
		<section className="sheet" aria-label="Preview" tabIndex={0}>
			{html ? (
				<Prose html={html} />
			) : (
				<p className="muted">{error ?? (isBlank && "The page appears here while you write.")}</p>
			)}
		</section>
	);
}

import type { Comparison as Compared } from "#app/platform/markdown/compare/compare.ts";
import { Prose } from "#app/ui/prose/prose.tsx";

type ComparisonProps = {
	/** Null: the texts take too long to compare. */
	compared: Compared | null;
	/** The language of the texts, as a tag, if it is known. */
	language?: string | null;
	/** The direction of the texts, if it isn't that of each paragraph. */
	dir?: "rtl";
	/** What the two texts are called, such as "Version 4". */
	names: [before: string, after: string];
	/** What says that the texts read the same. */
	whenSame?: string;
};

/** What changed between two texts, as `compareHtml` found it: for visitors and for owners. */
export function Comparison({ compared, language = null, dir, names, whenSame }: ComparisonProps) {
	if (compared === null) {
		return <p>These two texts take too long to compare. Please read them one by one.</p>;
	}
	if (compared.outcome === "same") {
		return <p>{whenSame ?? "The text is the same in both versions."}</p>;
	}
	if (compared.outcome === "changed") {
		return (
			<div className="changes" lang={language ?? undefined}>
				<Prose html={compared.html} dir={dir} />
			</div>
		);
	}
	const texts = [compared.before, compared.after];
	return (
		<>
			<p>The two texts differ nearly everywhere, so they stand one after the other.</p>
			{texts.map((html, at) => (
				<section key={names[at]} className="changes">
					<h2>{names[at]}</h2>
					<div lang={language ?? undefined}>
						<Prose html={html} dir={dir} />
					</div>
				</section>
			))}
		</>
	);
}

/** A text that was removed or added. Readers of the screen hear which. */
export function Mark({ change, text }: { change: "removed" | "added"; text: string }) {
	const Element = change === "removed" ? "del" : "ins";
	return (
		<Element dir="auto">
			<span className="said" lang="en">
				{change}:{" "}
			</span>
			{text}
		</Element>
	);
}

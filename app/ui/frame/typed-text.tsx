/** What somebody typed, with the label of its field where that is known. */
export type Typed = { label: string | null; value: string };

/** Shows what was typed into a form that is no longer there, so that it can be copied. */
export function TypedText({ typed }: { typed: Typed[] }) {
	const texts = typed.filter(({ value }) => value.trim() !== "");
	if (texts.length === 0) return null;
	return (
		<section className="stack-s">
			<h2 lang="en">What you typed</h2>
			<p lang="en">It was not sent. Copy it if you need it elsewhere.</p>
			{texts.map(({ label, value }, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
				<div key={at}>
					{label && (
						<p dir="auto">
							<strong>{label}</strong>
						</p>
					)}
					<p className="typed" dir="auto">
						{value}
					</p>
				</div>
			))}
		</section>
	);
}

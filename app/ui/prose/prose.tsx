/** A rendered text. Each paragraph has its own direction; `dir` is that of the whole. */
export function Prose({ html, dir = "auto" }: { html: string; dir?: "rtl" | "auto" }) {
	// Safe because the server sanitised this HTML when it was saved; give it nothing else.
	// biome-ignore lint/security/noDangerouslySetInnerHtml: see above
	return <div className="prose" dir={dir} dangerouslySetInnerHTML={{ __html: html }} />;
}

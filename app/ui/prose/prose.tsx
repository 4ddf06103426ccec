export function Prose({ html }: { html: string }) {
	// Safe because the server sanitised this HTML when it was saved; give it nothing else.
	// biome-ignore lint/security/noDangerouslySetInnerHtml: see above
	return <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}

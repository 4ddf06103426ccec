import { shapeAddress } from "#app/http/shapes/shapes.ts";

/** Says how the developer's app reads a document, and learns that consent is due again. */
export function ForYourApp({ url }: { url: string }) {
	const json = shapeAddress(url, "json");
	return (
		<section className="stack-s" aria-labelledby="for-your-app">
			<h2 id="for-your-app">For your app</h2>
			<p>
				Your app can show the text itself, and see when to ask for consent again:{" "}
				<a href={json}>{new URL(json).pathname}</a> has the text and a <code>version</code>, which
				grows with each change. Keep the version that your user agreed to, look at each start, and
				ask again once it has grown.
			</p>
			<p className="muted small">
				With <code>If-None-Match</code>, an unchanged document is a 304 without a body. With{" "}
				<code>.txt</code>, <code>.md</code> or <code>.atom</code> in place of <code>.json</code>,
				the same address is plain text, Markdown, or a feed of versions.
			</p>
		</section>
	);
}

import { frontMatterOf } from "#app/platform/markdown/front-matter.ts";
import { looksLikeHtml } from "#app/platform/markdown/html/looks.ts";
import { withoutOuterFence } from "#app/platform/markdown/outer-fence.ts";

/** Says what the page does with the text that its author may not expect. */
export function HowItIsRead({ content, format }: { content: string; format: string }) {
	const typed = content.replace(/\r\n?/g, "\n");
	const text = format ? typed : withoutOuterFence(typed);
	const isGuessed = !format && looksLikeHtml(text);
	const isMarkdown = format === "markdown" || (!format && !isGuessed);
	const leftOut = isMarkdown ? frontMatterOf(text).trim() : "";
	return (
		<div role="status">
			{isGuessed && (
				<div className="banner">
					<div>
						This looks like HTML, and is shown as such. If it is Markdown, choose that below the
						text.
					</div>
				</div>
			)}
			{leftOut && (
				<div className="banner">
					<div>
						<p>
							The page leaves out these lines at the top, which are settings of a site generator:
						</p>
						<pre dir="auto">{leftOut}</pre>
					</div>
				</div>
			)}
		</div>
	);
}

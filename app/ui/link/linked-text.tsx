import { type LinkPart, splitLinks } from "#app/platform/web-links.ts";

/** What somebody wrote, with its line breaks, and its web addresses as links. */
export function LinkedText({ text }: { text: string }) {
	return splitLinks(text).map((part, at) =>
		// biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
		typeof part === "string" ? part : <WebLink {...part} key={at} />,
	);
}

function WebLink({ href, text }: LinkPart) {
	return (
		<a href={href} target="_blank" rel="nofollow noopener noreferrer">
			{text}
		</a>
	);
}

import type { MetaDescriptor } from "react-router";

const IMAGE = { path: "/social.png", width: "1200", height: "630" };
const IMAGE_TEXT =
	"A privacy policy as a page, with a thin red margin rule, at an address of its own";

type Page = { title: string; description: string; url: string };

/** Returns the head of a page that people share: title, description and link preview. */
export function pageMeta({ title, description, url }: Page): MetaDescriptor[] {
	return [
		{ title },
		{ name: "description", content: description },
		{ property: "og:type", content: "website" },
		{ property: "og:site_name", content: "Smallprint" },
		{ property: "og:title", content: title },
		{ property: "og:description", content: description },
		{ property: "og:url", content: url },
		{ property: "og:image", content: new URL(IMAGE.path, url).href },
		{ property: "og:image:width", content: IMAGE.width },
		{ property: "og:image:height", content: IMAGE.height },
		{ property: "og:image:alt", content: IMAGE_TEXT },
		{ name: "twitter:card", content: "summary_large_image" },
	];
}

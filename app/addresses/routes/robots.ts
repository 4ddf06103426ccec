import { publicUrl } from "#app/addresses/address.server.ts";
import { textFile } from "#app/http/text-file.server.ts";

/** First segments of what is for one person only. What needs a link or a session is there, too. */
const PRIVATE = [
	"account-name",
	"admin",
	"app",
	"auth",
	"conversation",
	"dashboard",
	"extend-session",
	"local",
	"saved-replies",
	"settings",
	"stripe",
	"upgrade",
	"verify-submission",
];

export function loader() {
	const lines = [
		"User-agent: *",
		"Allow: /",
		// Whole segments: "/app" alone would shut out an account whose name begins with it.
		...PRIVATE.flatMap((segment) => [`Disallow: /${segment}$`, `Disallow: /${segment}?`]),
		...PRIVATE.map((segment) => `Disallow: /${segment}/`),
		"Disallow: /*/*/documents$",
		"Disallow: /*/*/forms$",
		"",
		`Sitemap: ${publicUrl("/sitemap.xml")}`,
	];
	return textFile(`${lines.join("\n")}\n`, "text/plain");
}

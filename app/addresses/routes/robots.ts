import { publicUrl } from "#app/addresses/address.server.ts";
import { textFile } from "#app/http/text-file.server.ts";

/** First segments of private pages, including those that need a mailed link or a session. */
const PRIVATE = [
	"account-name",
	"admin",
	"app",
	"auth",
	"conversation",
	"dashboard",
	"extend-session",
	"local",
	"messages",
	"report",
	"saved-replies",
	"settings",
	"stripe",
	"unsubscribe",
	"upgrade",
	"verify-submission",
];

export function loader() {
	const lines = [
		"User-agent: *",
		"Allow: /",
		// Whole segments only: "/app" would also exclude an account whose name begins with it.
		...PRIVATE.flatMap((segment) => [`Disallow: /${segment}$`, `Disallow: /${segment}?`]),
		...PRIVATE.map((segment) => `Disallow: /${segment}/`),
		"Disallow: /*/*/documents$",
		"Disallow: /*/*/forms$",
		"",
		`Sitemap: ${publicUrl("/sitemap.xml")}`,
	];
	return textFile(`${lines.join("\n")}\n`, "text/plain");
}

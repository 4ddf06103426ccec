/** Names that no app may have (product.md, O8). */
export const RESERVED_APP_NAMES: ReadonlySet<string> = new Set(
	`api admin dashboard settings auth login logout signup signin documents forms doc form www app
	apps help support contact about privacy terms legal blog news assets static public uploads files
	images css js javascript status health ping test mail email ftp sftp ssh git v1 v2 v3 version
	beta staging dev development prod production`.split(/\s+/),
);

/** First path segments of the site's own pages (product.md, V1 and rule 9). */
const SITE_SEGMENTS = `account-name admin app auth conversation dashboard demo-eula demo-form
	demo-privacy demo-terms deletion-status doc extend-session favicon form getting-started healthz
	help hooks local manifest message messages metrics my postmark pricing readyz report robots
	saved-replies settings sitemap stripe support unsubscribe upgrade verify-submission well-known
	webhooks smallprint`.split(/\s+/);

/** Names that no account may have, because the site uses these addresses or may need them. */
export const RESERVED_ACCOUNT_NAMES: ReadonlySet<string> = new Set([
	...RESERVED_APP_NAMES,
	...SITE_SEGMENTS,
]);

/** The last segment of the page where anybody asks to be told of an app's changes. */
export const UPDATES_SLUG = "updates";

/** The last segment of the page where people ask for the deletion of their account and data. */
export const DELETION_SLUG = "deletion";

/** Slugs that an app's own pages use; a document with such a title gets a suffix. */
export const RESERVED_DOCUMENT_SLUGS: ReadonlySet<string> = new Set([
	DELETION_SLUG,
	"documents",
	"forms",
	UPDATES_SLUG,
]);

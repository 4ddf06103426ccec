import { createHash } from "node:crypto";

const STRIPE_PAGES = "https://checkout.stripe.com https://billing.stripe.com";

/** The policy of the site's own pages: scripts by nonce, nothing inline besides. */
export function sitePolicy(nonce: string): string {
	return policy({
		"default-src": "'none'",
		"script-src": `'nonce-${nonce}' 'self'`,
		"style-src": "'self'",
		"img-src": "'self' https: http: data:",
		"connect-src": "'self'",
		"manifest-src": "'self'",
		"form-action": `'self' ${STRIPE_PAGES}`,
		"base-uri": "'none'",
		"frame-ancestors": "'none'",
	});
}

/**
 * The policy of pages that hold what strangers wrote: no script runs, even through a hole in the
 * sanitiser, and the one style is known by its hash.
 */
export function visitorPolicy(style: string): string {
	return policy({
		"default-src": "'none'",
		"script-src": "'none'",
		"style-src": `'sha256-${createHash("sha256").update(style).digest("base64")}'`,
		"img-src": "'self' https: http: data:",
		// For tools that look at robots.txt from within the page; nothing of the page's own asks.
		"connect-src": "'self'",
		"form-action": "'self'",
		"base-uri": "'none'",
		"frame-ancestors": "'none'",
	});
}

function policy(directives: Record<string, string>): string {
	return Object.entries(directives)
		.map(([name, value]) => `${name} ${value}`)
		.join("; ");
}

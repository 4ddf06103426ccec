import { createHash } from "node:crypto";

const STRIPE_PAGES = "https://checkout.stripe.com https://billing.stripe.com";

/**
 * The policy of the site's own pages: scripts need the nonce, and nothing else may be inline. A
 * page without scripts has no nonce, so that the same page may be sent twice.
 */
export function sitePolicy(nonce: string | null): string {
	return policy({
		"default-src": "'none'",
		"script-src": nonce === null ? "'none'" : `'nonce-${nonce}' 'self'`,
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
 * The policy of pages with other people's content: no script runs, even through a hole in the
 * sanitiser, and the one inline style is allowed by its hash.
 */
export function visitorPolicy(style: string): string {
	return policy({
		"default-src": "'none'",
		"script-src": "'none'",
		"style-src": `'sha256-${createHash("sha256").update(style).digest("base64")}'`,
		"img-src": "'self' https: http: data:",
		// For tools that fetch robots.txt from within the page. The page itself fetches nothing.
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

import { createHash } from "node:crypto";

const STRIPE_PAGES = "https://checkout.stripe.com https://billing.stripe.com";

/**
 * The policy of the site's own pages, where nothing may be inline but scripts with the nonce. Only a
 * page that hydrates has a nonce, so that every other may be sent twice. `isSelfScripted` allows a
 * script of its own.
 */
export function sitePolicy(nonce: string | null, isSelfScripted = false): string {
	const withoutNonce = isSelfScripted ? "'self'" : "'none'";
	return policy({
		"default-src": "'none'",
		"script-src": nonce === null ? withoutNonce : `'nonce-${nonce}' 'self'`,
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

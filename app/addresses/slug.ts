export const SLUG_MAX = 60;

/**
 * Returns the slug of a text by product.md, O4, after an NFKD fold, so that "Café" becomes "cafe".
 * It has at most `max` characters and is cut at a dash. Returns "" when nothing is left.
 */
export function slugify(value: string, max = SLUG_MAX): string {
	const slug = value
		.normalize("NFKD")
		.toLowerCase()
		.trim()
		.replace(/[^a-z0-9\s-]/g, "")
		.replace(/\s+/g, "-")
		.replace(/-+/g, "-")
		.replace(/^-|-$/g, "");
	return slug.length <= max ? slug : cutAtDash(slug, max);
}

/** Returns the first of slug, slug-1, slug-2, … that is not taken, within SLUG_MAX characters. */
export function uniqueSlug(slug: string, isTaken: (candidate: string) => boolean): string {
	if (!isTaken(slug)) return slug;
	for (let n = 1; ; n += 1) {
		const suffix = `-${n}`;
		const candidate = cutAtDash(slug, SLUG_MAX - suffix.length) + suffix;
		if (!isTaken(candidate)) return candidate;
	}
}

/** Returns the text, or the first of text-1, text-2, … that is not taken, cut to `max` characters. */
export function firstFree(
	text: string,
	max: number,
	isTaken: (candidate: string) => boolean,
): string {
	if (!isTaken(text)) return text;
	for (let n = 1; ; n += 1) {
		const suffix = `-${n}`;
		const start = [...text].slice(0, max - suffix.length);
		const candidate = start.join("").trimEnd() + suffix;
		if (!isTaken(candidate)) return candidate;
	}
}

/** A name, slug or title that was taken in the meantime, and its replacement. */
export type Renaming = { from: string; to: string };

/** Returns a renaming, or null if nothing changed. */
export function renaming(from: string, to: string): Renaming | null {
	return from === to ? null : { from, to };
}

/** Returns the sentence for an address that another has now. */
export function tellMoved({ from, to }: Renaming): string {
	return `The address with ${from} was taken, so it now has ${to}.`;
}

/** Returns whether uniqueSlug() may have made `candidate` of this slug. */
export function isSlugOf(slug: string, candidate: string): boolean {
	if (candidate === slug) return true;
	const suffix = /-[1-9]\d*$/.exec(candidate)?.[0];
	return suffix !== undefined && candidate === cutAtDash(slug, SLUG_MAX - suffix.length) + suffix;
}

function cutAtDash(slug: string, max: number): string {
	if (slug.length <= max) return slug;
	const cut = slug.slice(0, max + 1).lastIndexOf("-");
	return slug.slice(0, cut > 0 ? cut : max).replace(/-$/, "");
}

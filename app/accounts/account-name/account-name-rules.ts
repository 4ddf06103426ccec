import { RESERVED_ACCOUNT_NAMES } from "#app/addresses/reserved.ts";
import { slugify } from "#app/addresses/slug.ts";

const ACCOUNT_NAME_MIN = 3;
const ACCOUNT_NAME_MAX = 40;
/** How long after the last keystroke availability is checked (product.md, O5). */
export const CHECK_DELAY_MS = 500;

/** Whether an account name is free. `slug` is the name as it would be stored. */
export type Availability = { available: boolean; message: string; slug: string };

/** Returns the account name as it would be stored. */
export function normalizeAccountName(value: string): string {
	return slugify(value, 200);
}

/** Returns why a normalised name can't be an account name, or null when its shape is valid. */
export function accountNameFault(slug: string): string | null {
	if (slug.length < ACCOUNT_NAME_MIN)
		return `Account names need at least ${ACCOUNT_NAME_MIN} letters or digits (a to z, 0 to 9).`;
	if (slug.length > ACCOUNT_NAME_MAX)
		return `Account names can have at most ${ACCOUNT_NAME_MAX} characters.`;
	if (RESERVED_ACCOUNT_NAMES.has(slug))
		return `"${slug}" is reserved. Please choose a different account name.`;
	return null;
}

/**
 * Returns names to suggest for an empty field, best first: the normalised part of the e-mail
 * address before the @, and variations of it. None is reserved. Returns none when fewer than three
 * characters are left of it (product.md, O5).
 */
export function accountNamesFrom(email: string): string[] {
	const [name = ""] = email.split("@");
	const slug = slugify(name, ACCOUNT_NAME_MAX);
	if (slug.length < ACCOUNT_NAME_MIN) return [];
	const stem = slugify(name, ACCOUNT_NAME_MAX - "-apps".length);
	return [slug, ...["apps", 2, 3, 4, 5, 6, 7, 8, 9].map((end) => `${stem}-${end}`)].filter(
		(one) => accountNameFault(one) === null,
	);
}

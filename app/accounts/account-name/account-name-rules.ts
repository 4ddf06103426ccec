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
 * Returns the initial value of an empty field: the normalised part of the e-mail address before
 * the @, or "" when fewer than three characters are left (product.md, O5).
 */
export function suggestAccountName(email: string): string {
	const slug = slugify(email.split("@")[0] ?? "", ACCOUNT_NAME_MAX);
	return slug.length >= ACCOUNT_NAME_MIN ? slug : "";
}

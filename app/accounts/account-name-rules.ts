import { RESERVED_ACCOUNT_NAMES } from "#app/addresses/reserved.ts";
import { slugify } from "#app/addresses/slug.ts";

const ACCOUNT_NAME_MIN = 3;
const ACCOUNT_NAME_MAX = 40;
/** How long typing must rest before availability is checked (specification, section 9). */
export const CHECK_DELAY_MS = 500;

/** The answer to "is this account name free?": `slug` is the name as it would be stored. */
export type Availability = { available: boolean; message: string; slug: string };

/** The account name as it would be stored. */
export function normalizeAccountName(value: string): string {
	return slugify(value, 200);
}

/** Why a normalised name can't be an account name, or null when its shape is fine. */
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
 * What an empty field starts with: the e-mail address before the @, normalised, when at least
 * three characters are left (owner, section 5); otherwise "".
 */
export function suggestAccountName(email: string): string {
	const slug = slugify(email.split("@")[0] ?? "", ACCOUNT_NAME_MAX);
	return slug.length >= ACCOUNT_NAME_MIN ? slug : "";
}

import { clock } from "#app/platform/clock.server.ts";
import { createToken, hashToken } from "#app/platform/crypto/tokens.server.ts";
import type { Transaction } from "#app/platform/db/db.server.ts";
import { DAY_MS, HOUR_MS, later } from "#app/platform/time.ts";

const LIFE_MS = { confirm: DAY_MS, reset: HOUR_MS, email: DAY_MS } as const;

export type EmailLinkPurpose = keyof typeof LIFE_MS;

/**
 * A link's present state. `used` and `expired` still name the user, so that a page can help.
 * `newEmail` is the address to change to, if the purpose is "email". `returnTo` is where the sign-up
 * was to lead, if the purpose is "confirm".
 */
export type EmailLinkState =
	| {
			state: "valid" | "used" | "expired";
			userId: string;
			newEmail: string | null;
			/** The hash of the mark of the browser that used the link. */
			usedBy: string | null;
			returnTo: string | null;
	  }
	| { state: "unknown" };

/**
 * Creates a single-use link within the caller's transaction and returns its token. It is valid for
 * 1 hour to reset a password, and for 24 hours otherwise.
 */
export async function createEmailLink(
	tx: Transaction,
	userId: string,
	purpose: EmailLinkPurpose,
	{ newEmail = null, returnTo = null }: { newEmail?: string | null; returnTo?: string | null } = {},
): Promise<string> {
	const token = createToken();
	const now = clock.now();
	await tx.emailLink.create({
		data: {
			id: hashToken(token),
			userId,
			purpose,
			newEmail,
			returnTo,
			createdAt: now,
			expiresAt: later(now, LIFE_MS[purpose]),
		},
	});
	return token;
}

/** Returns the state of a token's link. Changes nothing. */
export async function readEmailLink(
	tx: Transaction,
	token: string,
	purpose: EmailLinkPurpose,
): Promise<EmailLinkState> {
	const link = await tx.emailLink.findUnique({ where: { id: hashToken(token), purpose } });
	if (!link) return { state: "unknown" };
	const { userId, newEmail, usedBy, returnTo } = link;
	if (link.usedAt) return { state: "used", userId, newEmail, usedBy, returnTo };
	const state = link.expiresAt > clock.now() ? "valid" : "expired";
	return { state, userId, newEmail, usedBy, returnTo };
}

/** Spends a link within the caller's transaction, for the browser with this mark, if any. */
export async function spendEmailLink(
	tx: Transaction,
	token: string,
	browser: string | null,
): Promise<void> {
	await tx.emailLink.update({
		where: { id: hashToken(token) },
		data: { usedAt: clock.now(), usedBy: browser && hashToken(browser) },
	});
}

/** Returns whether a link was used by the browser with this mark. */
export function isUsedBy(link: EmailLinkState, browser: string | null): boolean {
	return link.state === "used" && browser !== null && link.usedBy === hashToken(browser);
}

/** Spends a user's unused links of these purposes within the caller's transaction. */
export async function spendEmailLinks(
	tx: Transaction,
	userId: string,
	purposes: EmailLinkPurpose[],
): Promise<void> {
	await tx.emailLink.updateMany({
		where: { userId, purpose: { in: purposes }, usedAt: null },
		data: { usedAt: clock.now() },
	});
}

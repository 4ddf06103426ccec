import { clock } from "#app/platform/clock.server.ts";
import { createToken, hashToken } from "#app/platform/crypto/tokens.server.ts";
import type { Transaction } from "#app/platform/db/db.server.ts";
import { DAY_MS, HOUR_MS, later } from "#app/platform/time.ts";

const LIFE_MS = { confirm: DAY_MS, reset: HOUR_MS, email: DAY_MS } as const;

export type EmailLinkPurpose = keyof typeof LIFE_MS;

/**
 * What a link is worth now. `used` and `expired` still name the user, so that a page can help.
 * `newEmail` is the address to change to, where the purpose is email.
 */
export type EmailLinkState =
	| { state: "valid" | "used" | "expired"; userId: string; newEmail: string | null }
	| { state: "unknown" };

/**
 * Makes a link's token: single use, 24 h to confirm an address or to change to one, 1 h to reset a
 * password.
 */
export async function createEmailLink(
	tx: Transaction,
	userId: string,
	purpose: EmailLinkPurpose,
	newEmail: string | null = null,
): Promise<string> {
	const token = createToken();
	const now = clock.now();
	await tx.emailLink.create({
		data: {
			id: hashToken(token),
			userId,
			purpose,
			newEmail,
			createdAt: now,
			expiresAt: later(now, LIFE_MS[purpose]),
		},
	});
	return token;
}

/** Looks a token up and changes nothing. */
export async function readEmailLink(
	tx: Transaction,
	token: string,
	purpose: EmailLinkPurpose,
): Promise<EmailLinkState> {
	const link = await tx.emailLink.findUnique({ where: { id: hashToken(token), purpose } });
	if (!link) return { state: "unknown" };
	const { userId, newEmail } = link;
	if (link.usedAt) return { state: "used", userId, newEmail };
	const state = link.expiresAt > clock.now() ? "valid" : "expired";
	return { state, userId, newEmail };
}

/** Spends a token within the caller's transaction; the answer says what it was worth. */
export async function useEmailLink(
	tx: Transaction,
	token: string,
	purpose: EmailLinkPurpose,
): Promise<EmailLinkState> {
	const link = await readEmailLink(tx, token, purpose);
	if (link.state === "valid") {
		await tx.emailLink.update({
			where: { id: hashToken(token) },
			data: { usedAt: clock.now() },
		});
	}
	return link;
}

/** Spends every link of these purposes that a user has not used, within the caller's transaction. */
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

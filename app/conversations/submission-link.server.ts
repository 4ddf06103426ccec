import { openConversation } from "#app/addresses/visibility.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { createToken, hashToken } from "#app/platform/crypto/tokens.server.ts";
import { db, insertRow, type Transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { DAY_MS, HOUR_MS, later } from "#app/platform/time.ts";

const LINKS = {
	verify: { lifeMs: DAY_MS, path: paths.visitor.verify },
	session: { lifeMs: HOUR_MS, path: paths.visitor.extend },
} as const;

export type LinkPurpose = keyof typeof LINKS;

/** The state of a visitor's link. */
export type LinkState = "valid" | "used" | "expired" | "unknown";

/** Creates a single-use link to a submission. Returns its address and its token. */
export async function createSubmissionLink(
	tx: Transaction,
	submissionId: string,
	purpose: LinkPurpose,
): Promise<{ url: string; token: string }> {
	const token = createToken();
	const now = clock.now();
	insertRow(tx, "SubmissionLink", {
		id: hashToken(token),
		submissionId,
		purpose,
		createdAt: now,
		expiresAt: later(now, LINKS[purpose].lifeMs),
	});
	const query = new URLSearchParams({ id: submissionId, token });
	return { url: `${env.appUrl}${LINKS[purpose].path}?${query}`, token };
}

/**
 * Returns the state of a link and changes nothing. It is "unknown" when the id and the token don't
 * belong together, or while the owner's account is suspended or deleted. Of several links that
 * verify an address, all are used once one is.
 */
export async function readSubmissionLink(
	tx: Transaction,
	{ id, token, purpose }: { id: string; token: string; purpose: LinkPurpose },
): Promise<LinkState> {
	const link = await tx.submissionLink.findUnique({
		where: {
			id: hashToken(token),
			submissionId: id,
			purpose,
			submission: openConversation,
		},
		select: { usedAt: true, expiresAt: true, submission: { select: { verifiedAt: true } } },
	});
	if (!link) return "unknown";
	const isVerified = purpose === "verify" && link.submission.verifiedAt !== null;
	if (link.usedAt || isVerified) return "used";
	return link.expiresAt > clock.now() ? "valid" : "expired";
}

/** Returns what a link's page says it is about. Call it only for the holder of a link. */
export async function readSubject(id: string): Promise<{ formTitle: string; appName: string }> {
	const { form } = await db.submission.findUniqueOrThrow({
		where: { id },
		select: { form: { select: { title: true, app: { select: { name: true } } } } },
	});
	return { formTitle: form.title, appName: form.app.name };
}

/**
 * Uses a link in the caller's transaction. Returns the state that it had before. `browser` is the
 * mark of the browser, which can come back with the same link while its session is open.
 */
export async function redeemSubmissionLink(
	tx: Transaction,
	{ browser, ...link }: { id: string; token: string; purpose: LinkPurpose; browser: string | null },
): Promise<LinkState> {
	const state = await readSubmissionLink(tx, link);
	if (state === "valid") {
		await tx.submissionLink.update({
			where: { id: hashToken(link.token) },
			data: { usedAt: clock.now(), usedBy: browser && hashToken(browser) },
		});
	}
	return state;
}

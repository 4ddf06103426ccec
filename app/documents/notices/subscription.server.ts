import { publicApp } from "#app/addresses/visibility.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { openToken, sealToken } from "#app/platform/crypto/seal.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import {
	countUse,
	enforceLimit,
	type Limit,
	type RefusingLimit,
} from "#app/platform/limits/limits.server.ts";
import type { Email } from "#app/platform/mail/email.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { isSuppressed } from "#app/platform/mail/suppression.sql.ts";
import { clearUndeliverable } from "#app/platform/mail/undeliverable.sql.ts";
import { limitAskedMail } from "#app/platform/mail/unsolicited.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { alreadySubscribed } from "./emails/already-subscribed.ts";
import { confirmSubscription as confirmMail } from "./emails/confirm-subscription.ts";
import { CONFIRM_MS, isListFull } from "./subscriber.server.ts";
import { unsubscribeUrl } from "./unsubscribe-link.server.ts";

/** How often one client address may ask to be told of changes (product.md, rule 59). */
const ASKED_BY_CLIENT: RefusingLimit = {
	name: "subscription client",
	most: 60,
	windowMs: HOUR_MS,
	sentence: (wait) =>
		`Your network has asked for too many mails within the hour. Please try again in ${wait}.`,
};
/** A second mail within the minute is a double click. */
const ASKED_AGAIN: Limit = { name: "subscription", most: 1, windowMs: MINUTE_MS };
const SEAL = "subscription";

/** What a mailed link proves. Its day begins `at` that time, in milliseconds. */
type Link = { id: string; at: number };

/** The state of a mailed link: `ended` is used up, late or altered. */
type LinkState = "valid" | "confirmed" | "ended";

/**
 * Mails a link with which an address is told of changes to an app's documents. The address is in
 * lower case. The caller can't tell whether it is told already. Returns "full" when the app's list
 * is. Throws TooMany.
 */
export async function askToSubscribe(
	appId: string,
	{ email, clientAddress }: { email: string; clientAddress: string },
): Promise<"asked" | "full"> {
	return transaction(async (tx) => {
		enforceLimit(tx, ASKED_BY_CLIENT, clientAddress);
		const app = await findApp(tx, appId);
		if (!app) return "asked";
		if (await isListFull(tx, app)) return "full";
		if (countUse(tx, ASKED_AGAIN, `${appId} ${email}`) > 0) return "asked";
		limitAskedMail(tx, clientAddress, email);
		if (!isSuppressed(tx, email)) await mailLink(tx, app, email);
		return "asked";
	});
}

type App = NonNullable<Awaited<ReturnType<typeof findApp>>>;

/** Mails the link, or says that the address is told already: its holder alone learns which. */
async function mailLink(tx: Transaction, app: App, email: string): Promise<void> {
	const { name: appName } = app;
	const found = { appId_email: { appId: app.id, email } };
	const stored = await tx.subscriber.findUnique({ where: found });
	if (stored?.confirmedAt) {
		const url = unsubscribeUrl(stored.id);
		return mail(tx, email, "already-subscribed", alreadySubscribed({ appName, url }));
	}
	const now = clock.now();
	const { id } = await tx.subscriber.upsert({
		where: found,
		update: { createdAt: now },
		create: { appId: app.id, email, createdAt: now },
	});
	const url = confirmUrl(app, { id, at: now.getTime() });
	return mail(tx, email, "confirm-subscription", confirmMail({ appName, url }));
}

function mail(tx: Transaction, to: string, kind: string, email: Email): Promise<void> {
	const dedupeKey = `${kind} ${crypto.randomUUID()}`;
	return enqueueMail(tx, { dedupeKey, kind, to, email, isAskedFor: true });
}

function confirmUrl({ slug, user }: App, link: Link): string {
	const path = paths.visitor.confirmUpdates(user.accountName ?? "", slug);
	return `${env.appUrl}${path}?token=${sealToken(SEAL, link)}`;
}

/** Returns the state of a mailed link to an app's updates, and changes nothing. */
export function readSubscription(appId: string, token: string): Promise<LinkState> {
	return stateOf(db, appId, openToken<Link>(SEAL, token));
}

/** Returns the address that ends the mail of a confirmed link. */
export function unsubscribeUrlOf(token: string): string {
	return unsubscribeUrl(openToken<Link>(SEAL, token)?.id ?? "");
}

/** Uses a mailed link. Returns its state after that, or "full" when the app's list is. */
export function confirmSubscription(appId: string, token: string): Promise<LinkState | "full"> {
	const link = openToken<Link>(SEAL, token);
	return transaction(async (tx) => {
		const state = await stateOf(tx, appId, link);
		if (state !== "valid" || !link) return state;
		const app = await findApp(tx, appId);
		if (!app) return "ended";
		if (await isListFull(tx, app)) return "full";
		const { email } = await tx.subscriber.update({
			where: { id: link.id, appId },
			data: { confirmedAt: clock.now() },
		});
		clearUndeliverable(tx, email);
		return "confirmed";
	});
}

async function stateOf(tx: Transaction, appId: string, link: Link | null): Promise<LinkState> {
	const subscriber =
		link && (await tx.subscriber.findUnique({ where: { id: link.id, appId, app: publicApp } }));
	if (!subscriber) return "ended";
	if (subscriber.confirmedAt) return "confirmed";
	return clock.now().getTime() - link.at < CONFIRM_MS ? "valid" : "ended";
}

function findApp(tx: Transaction, id: string) {
	return tx.app.findUnique({
		where: { id, ...publicApp },
		select: {
			id: true,
			name: true,
			slug: true,
			userId: true,
			user: { select: { accountName: true } },
		},
	});
}

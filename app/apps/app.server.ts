import type { AppAccess, UserAccess } from "#app/accounts/access.server.ts";
import type { MovedAddresses } from "#app/accounts/account-name/account-name.server.ts";
import { keepAlias, tombstone } from "#app/addresses/alias.server.ts";
import { slugify } from "#app/addresses/slug.ts";
import { releaseFormTitles } from "#app/addresses/taken.sql.ts";
import { planOf } from "#app/billing/plan.server.ts";
import { freshenSubscription } from "#app/billing/subscription.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import {
	db,
	isUniqueViolation,
	type Transaction,
	transaction,
} from "#app/platform/db/db.server.ts";
import { enforceLimit, type RefusingLimit } from "#app/platform/limits/limits.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { HOUR_MS } from "#app/platform/time.ts";
import { describeFull } from "./app-limit.ts";
import { appNameKey, DUPLICATE_APP_NAME } from "./schema.ts";

/** The rate limit of new apps and of renames, which each keep an earlier address (product.md, V30). */
const CHANGES: RefusingLimit = {
	name: "app change",
	most: 60,
	windowMs: HOUR_MS,
	sentence: (wait) =>
		`You created or renamed 60 apps within the hour. Please try again in ${wait}.`,
	field: "name",
};

/**
 * Creates an app. A repeated `request_id` returns the app that its first request created. Throws
 * Refusal: no account name, plan limit reached, name taken. Throws TooMany.
 */
export async function createApp(
	access: UserAccess,
	{ name, request_id }: { name: string; request_id: string },
): Promise<{ id: string; name: string }> {
	await freshenSubscription(access);
	const now = clock.now();
	return refuseDuplicate(() =>
		transaction(async (tx) => {
			const made = await tx.app.findUnique({
				where: { userId_requestId: { userId: access.userId, requestId: request_id } },
			});
			if (made) return { id: made.id, name: made.name };
			await refuseWithoutAccountName(tx, access);
			await refuseOverLimit(tx, access);
			enforceLimit(tx, CHANGES, access.userId);
			return tx.app.create({
				data: {
					userId: access.userId,
					name,
					nameKey: appNameKey(name),
					slug: slugify(name),
					requestId: request_id,
					createdAt: now,
					updatedAt: now,
				},
				select: { id: true, name: true },
			});
		}),
	);
}

/**
 * Renames an app; every earlier address redirects to the new one. Returns how many addresses moved,
 * or null if the app already has this name. Throws Refusal if the name is taken, and
 * TooMany.
 */
export async function renameApp(access: AppAccess, name: string): Promise<MovedAddresses | null> {
	return refuseDuplicate(() =>
		transaction(async (tx) => {
			const app = await tx.app.findFirstOrThrow({
				where: ownApp(access),
				select: { id: true, name: true, slug: true },
			});
			if (app.name === name) return null;
			enforceLimit(tx, CHANGES, access.userId);
			const slug = slugify(name);
			await tx.app.update({
				where: { id: access.appId, userId: access.userId },
				data: { name, nameKey: appNameKey(name), slug, updatedAt: clock.now() },
			});
			if (slug === app.slug) return { documents: 0, forms: 0 };
			await keepAlias(tx, "app", access.userId, app);
			const where = { appId: access.appId, deletedAt: null, app: { userId: access.userId } };
			return {
				documents: await tx.document.count({ where }),
				forms: await tx.form.count({ where: { ...where, kind: "support" } }),
			};
		}),
	);
}

/**
 * Saves the app's contact address; null removes it. `updatedAt` stays, because nothing published
 * has changed.
 */
export async function saveContactEmail(
	access: AppAccess,
	contactEmail: string | null,
): Promise<void> {
	await transaction((tx) =>
		tx.app.update({
			where: ownApp(access),
			data: { contactEmail },
			select: { id: true },
		}),
	);
}

/**
 * Moves the owner's app to the trash, from which the owner or support can restore it. Its public
 * pages return 410 from now on. The owner can use its name, its slug and its forms' titles again.
 * Returns the name, also if the app was in the trash already, or null for an unknown app.
 */
export async function trashApp(access: UserAccess, appId: string): Promise<string | null> {
	const now = clock.now();
	return transaction(async (tx) => {
		const app = await tx.app.findFirst({
			where: { id: appId, userId: access.userId },
			select: { id: true, name: true, nameKey: true, slug: true, deletedAt: true },
		});
		if (!app || app.deletedAt) return app?.name ?? null;
		await keepAlias(tx, "app", access.userId, app);
		await tx.app.update({
			where: { id: appId, userId: access.userId },
			data: {
				nameKey: tombstone(app.nameKey, appId),
				slug: tombstone(app.slug, appId),
				deletedAt: now,
				updatedAt: now,
			},
		});
		releaseFormTitles(tx, { appId, userId: access.userId });
		return app.name;
	});
}

/** Counts active apps against the plan's limit, in the transaction that adds one. */
export async function countRoom(
	tx: Transaction,
	access: Pick<UserAccess, "userId">,
): Promise<{ planName: string; apps: number; appLimit: number | null; isFull: boolean }> {
	const { name: planName, appLimit } = await planOf(access, tx);
	const apps = await tx.app.count({ where: { userId: access.userId, deletedAt: null } });
	return { planName, apps, appLimit, isFull: appLimit !== null && apps >= appLimit };
}

/** Returns the owner's app for its settings pages, with the number of its documents. */
export async function readApp(access: AppAccess) {
	const app = await db.app.findFirstOrThrow({
		where: ownApp(access),
		select: { id: true, name: true, slug: true, contactEmail: true, createdAt: true },
	});
	const documents = await db.document.count({
		where: { appId: app.id, deletedAt: null, app: { userId: access.userId } },
	});
	return { ...app, documents };
}

/** Throws if the app went to the trash after its access was made. */
export async function requireActiveApp(tx: Transaction, access: AppAccess): Promise<void> {
	await tx.app.findFirstOrThrow({ where: ownApp(access), select: { id: true } });
}

/** Returns the id of the owner's active app with this slug, or null. */
export async function findAppIdBySlug(access: UserAccess, slug: string): Promise<string | null> {
	const app = await db.app.findFirst({
		where: { userId: access.userId, slug, deletedAt: null },
		select: { id: true },
	});
	return app?.id ?? null;
}

function ownApp({ appId, userId }: AppAccess) {
	return { id: appId, userId, deletedAt: null };
}

async function refuseWithoutAccountName(tx: Transaction, access: UserAccess): Promise<void> {
	const user = await tx.user.findUniqueOrThrow({
		where: { id: access.userId },
		select: { accountName: true },
	});
	if (user.accountName === null) {
		throw new Refusal("Please set up your account name first.", {
			title: "Account setup required",
		});
	}
}

/** Throws Refusal if the plan allows no further app. */
export async function refuseOverLimit(tx: Transaction, access: UserAccess): Promise<void> {
	const { planName, apps, appLimit } = await countRoom(tx, access);
	const full = describeFull({ name: planName, appLimit }, apps);
	if (full) throw new Refusal(full.text, { title: full.title });
}

async function refuseDuplicate<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (!isUniqueViolation(error)) throw error;
		throw new Refusal(DUPLICATE_APP_NAME.text, { field: "name", title: DUPLICATE_APP_NAME.title });
	}
}

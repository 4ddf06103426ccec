import { followAlias, keepAlias, SITE_SCOPE } from "#app/addresses/alias.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import {
	db,
	isUniqueViolation,
	type Transaction,
	transaction,
} from "#app/platform/db/db.server.ts";
import { enforceLimit, type RefusingLimit } from "#app/platform/limits/limits.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { DAY_MS } from "#app/platform/time.ts";
import type { UserAccess } from "../access.server.ts";
import { countPublished } from "../published.sql.ts";
import {
	type Availability,
	accountNameFault,
	accountNamesFrom,
	normalizeAccountName,
} from "./account-name-rules.ts";

const UNAVAILABLE = "This account name is already taken. Please choose a different one.";

/** Each earlier name stays taken, so that nobody may use up many (product.md, rule 9). */
const RENAMES: RefusingLimit = {
	name: "account rename",
	most: 3,
	windowMs: 30 * DAY_MS,
	sentence: (wait) =>
		`You have renamed your account 3 times within 30 days. You can rename it again in ${wait}.`,
	field: "account_name",
};

/** How many public addresses a rename moved. */
export type MovedAddresses = { documents: number; forms: number };

/** Checks whether a name is free for this user: no other account has it or ever had it. */
export async function checkAccountName(access: UserAccess, value: string): Promise<Availability> {
	const slug = normalizeAccountName(value);
	if (slug !== "" && slug === access.accountName)
		return { available: true, message: "This is your current account name.", slug };
	const fault = accountNameFault(slug);
	if (fault) return { available: false, message: fault, slug };
	if (await isHeldByAnother(db, access, slug))
		return { available: false, message: UNAVAILABLE, slug };
	return { available: true, message: `${slug} is available.`, slug };
}

/**
 * Returns a free name to fill an empty field with, or "" if there is none to suggest or the account
 * has a name (product.md, O5).
 */
export async function suggestAccountName(access: UserAccess): Promise<string> {
	if (access.accountName !== null) return "";
	for (const slug of accountNamesFrom(access.email)) {
		if (!(await isHeldByAnother(db, access, slug))) return slug;
	}
	return "";
}

/**
 * Sets or changes the account name; the earlier one redirects to it forever. Returns how many
 * public addresses moved, or null if the account already has this name. Throws Refusal
 * when the name is invalid or not free, and TooMany.
 */
export async function saveAccountName(
	access: UserAccess,
	value: string,
): Promise<MovedAddresses | null> {
	const slug = normalizeAccountName(value);
	const fault = slug === access.accountName ? null : accountNameFault(slug);
	if (fault) throw unavailable(fault);
	try {
		return await transaction((tx) => changeAccountName(tx, access, slug));
	} catch (error) {
		if (isUniqueViolation(error)) throw unavailable();
		throw error;
	}
}

async function changeAccountName(
	tx: Transaction,
	access: UserAccess,
	slug: string,
): Promise<MovedAddresses | null> {
	const user = await tx.user.findUniqueOrThrow({
		where: { id: access.userId, deletedAt: null },
		select: { accountName: true },
	});
	if (user.accountName === slug) return null;
	if (await isHeldByAnother(tx, access, slug)) throw unavailable();
	if (user.accountName !== null) enforceLimit(tx, RENAMES, access.userId);
	await tx.user.update({
		where: { id: access.userId },
		data: { accountName: slug, updatedAt: clock.now() },
	});
	if (user.accountName === null) return { documents: 0, forms: 0 };
	await keepAlias(tx, "account", SITE_SCOPE, { id: access.userId, slug: user.accountName });
	const { documents, forms } = await countPublished(access, tx);
	return { documents, forms };
}

async function isHeldByAnother(
	tx: Transaction,
	access: UserAccess,
	slug: string,
): Promise<boolean> {
	const holder = await tx.user.findUnique({ where: { accountName: slug }, select: { id: true } });
	if (holder) return holder.id !== access.userId;
	const earlier = await followAlias(tx, { kind: "account", scopeId: SITE_SCOPE, slug });
	return earlier !== null && earlier !== access.userId;
}

function unavailable(fault?: string): Refusal {
	const text = "Please choose an available account name.";
	return new Refusal(fault ? `${text} ${fault}` : text, { field: "account_name" });
}

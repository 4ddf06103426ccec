import type { AdminAccess } from "#app/accounts/access.server.ts";
import { publicApp } from "#app/addresses/visibility.ts";
import { planFrom, planOfSubscription } from "#app/billing/plan.server.ts";
import { readPlanState } from "#app/billing/plan.sql.ts";
import type { Prisma } from "#app/generated/prisma/client.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { fits } from "#app/platform/db/condition.ts";
import { db } from "#app/platform/db/db.server.ts";
import { type Keyset, olderThan, pageOf } from "#app/platform/db/keyset.ts";
import { beginningWith } from "#app/platform/db/prefix.ts";
import { customerPage } from "#app/platform/stripe/customer.server.ts";

const USERS_A_PAGE = 50;
const APPS_SHOWN = 100;
const MAILS_SHOWN = 10;

const listColumns = {
	id: true,
	email: true,
	accountName: true,
	adminRole: true,
	emailConfirmedAt: true,
	suspendedAt: true,
	createdAt: true,
} as const;

type ListRow = Prisma.UserGetPayload<{ select: typeof listColumns }>;

/** Returns 50 accounts, newest first, and the cursor of the next page. */
export async function listUsers(_access: AdminAccess, before: Keyset | null) {
	const users = await db.user.findMany({
		where: { deletedAt: null, ...olderThan(before) },
		orderBy: [{ createdAt: "desc" }, { id: "desc" }],
		take: USERS_A_PAGE + 1,
		select: listColumns,
	});
	const { rows, next } = pageOf(users, USERS_A_PAGE);
	return { users: await describe(rows), next };
}

/**
 * Returns accounts whose account name or id is the query, then accounts whose e-mail address begins
 * with it, in order of address, 50 a page. `next` is the cursor: the last address of this page.
 */
export async function searchUsers(
	_access: AdminAccess,
	{ query, after }: { query: string; after: string | null },
) {
	const text = query.trim().toLowerCase();
	const exact = await db.user.findMany({
		where: { OR: [{ id: text }, { accountName: text }], deletedAt: null },
		take: 2,
		select: listColumns,
	});
	const found = await db.user.findMany({
		where: {
			email: { ...beginningWith(text), ...(after !== null && { gt: after }) },
			deletedAt: null,
		},
		orderBy: { email: "asc" },
		take: USERS_A_PAGE + 1,
		select: listColumns,
	});
	const page = found.slice(0, USERS_A_PAGE);
	const others = page.filter(({ id }) => !exact.some((user) => user.id === id));
	return {
		users: await describe(after === null ? [...exact, ...others] : others),
		next: found.length > USERS_A_PAGE ? (page.at(-1)?.email ?? null) : null,
	};
}

async function describe(users: ListRow[]) {
	const apps = await db.app.groupBy({
		by: ["userId"],
		where: { userId: { in: users.map(({ id }) => id) }, deletedAt: null },
		_count: { _all: true },
	});
	const counts = new Map(apps.map(({ userId, _count }) => [userId, _count._all]));
	return users.map((user) => ({
		...user,
		planName: planFrom(readPlanState({ userId: user.id })).name,
		apps: counts.get(user.id) ?? 0,
	}));
}

export type ListedUser = Awaited<ReturnType<typeof describe>>[number];

/** Returns an account as administrators see it, or null. */
export async function readUser(_access: AdminAccess, userId: string) {
	const user = await db.user.findUnique({
		where: { id: userId, deletedAt: null },
		select: { ...listColumns, fullName: true, company: true },
	});
	if (!user) return null;
	const { grantedPlan, customer } = readPlanState({ userId });
	const subscription = customer?.subscription ?? null;
	const [apps, appCount, sessions, submissions, mails] = await Promise.all([
		listAppsOf(userId),
		db.app.count({ where: { userId } }),
		db.session.count({ where: { userId, expiresAt: { gt: clock.now() } } }),
		db.submission.count({ where: { userId, verifiedAt: { not: null } } }),
		listMailTo(user.email),
	]);
	return {
		...user,
		grantedPlan,
		planName: planFrom({ grantedPlan, customer }).name,
		customer: customer && { id: customer.id, url: customerPage(customer.id) },
		paid: subscription && {
			planName: planOfSubscription(subscription).name,
			status: subscription.status,
			currentPeriodEnd: subscription.currentPeriodEnd,
			cancelAt: subscription.cancelAt,
			othersCharged: subscription.othersCharged,
			readAt: customer?.readAt ?? null,
		},
		/** At most the newest 100; `appCount` counts all. */
		apps,
		appCount,
		sessions,
		submissions,
		mails,
	};
}

export type UserRecord = NonNullable<Awaited<ReturnType<typeof readUser>>>;

/** Returns an app of an account, active or in the trash, or null. */
export async function readAppOf(_access: AdminAccess, userId: string, appId: string) {
	const app = await db.app.findFirst({
		where: { id: appId, userId, user: { deletedAt: null } },
		select: { name: true, deletedAt: true, user: { select: { email: true } } },
	});
	return app && { name: app.name, ownerEmail: app.user.email, isInTrash: app.deletedAt !== null };
}

/** Returns the newest 100 apps of an account, with those in the trash. */
async function listAppsOf(userId: string) {
	const apps = await db.app.findMany({
		where: { userId },
		orderBy: [{ createdAt: "desc" }, { id: "desc" }],
		take: APPS_SHOWN,
		select: {
			id: true,
			name: true,
			slug: true,
			createdAt: true,
			deletedAt: true,
			user: { select: { accountName: true, suspendedAt: true, deletedAt: true } },
		},
	});
	const inApps = { appId: { in: apps.map(({ id }) => id) }, deletedAt: null };
	const count = { by: ["appId"] as ["appId"], where: inApps, _count: { _all: true } as const };
	const [documents, forms] = await Promise.all([
		db.document.groupBy(count),
		db.form.groupBy({ ...count, where: { ...inApps, kind: "support" } }),
	]);
	const countIn = (groups: typeof documents, appId: string) =>
		groups.find((group) => group.appId === appId)?._count._all ?? 0;
	return apps.map(({ slug, user, ...app }) => ({
		...app,
		path:
			user.accountName && fits(publicApp, { ...app, user })
				? paths.visitor.app(user.accountName, slug)
				: null,
		documents: countIn(documents, app.id),
		forms: countIn(forms, app.id),
	}));
}

/** Returns the latest mails to an address, by subject only. */
async function listMailTo(recipient: string) {
	const mails = await db.outboxMail.findMany({
		where: { recipient },
		orderBy: { createdAt: "desc" },
		take: MAILS_SHOWN,
		select: {
			id: true,
			subject: true,
			createdAt: true,
			sentAt: true,
			failedAt: true,
			lastError: true,
		},
	});
	return mails.map(({ sentAt, failedAt, ...mail }) => ({
		...mail,
		state: failedAt ? ("Failed" as const) : sentAt ? ("Sent" as const) : ("Waiting" as const),
	}));
}

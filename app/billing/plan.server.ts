import type { UserAccess } from "#app/accounts/access.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, readRow, type Transaction } from "#app/platform/db/db.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { HOUR_MS, later } from "#app/platform/time.ts";
import { OTHER_PREMIUM, PLANS, type PlanId, rankOf } from "./plan.ts";
import { planOfPrice } from "./prices.server.ts";
import { givesPlan } from "./stripe/subscription.server.ts";

/** A copy of what Stripe said is believed for this long when Stripe can't be asked (decision 22). */
export const COPY_LIFE_MS = 24 * HOUR_MS;

/** What an account may do now. `other` is a price that the plans don't know. */
export type CurrentPlan = { id: PlanId | "other" } & (
	| (typeof PLANS)[PlanId]
	| typeof OTHER_PREMIUM
);

/** What a plan is told from: select this of a user, for `planFrom`. */
export const planColumns = {
	grantedPlan: true,
	customer: {
		select: { readAt: true, subscription: { select: { status: true, priceId: true } } },
	},
} as const;

type PlanColumns = {
	grantedPlan: string | null;
	customer: {
		readAt: Date | null;
		subscription: { status: string; priceId: string } | null;
	} | null;
};

/** The same in plain SQL, where `u` is the user: for `planColumnsOf`. */
export const PLAN_COLUMNS =
	"u.grantedPlan, c.id AS customerId, c.readAt, s.status, s.priceId, s.currentPeriodEnd, s.cancelAt";
export const PLAN_JOINS =
	"LEFT JOIN Customer c ON c.userId = u.id LEFT JOIN Subscription s ON s.customerId = c.id";

export type PlanRow = { grantedPlan: string | null } & (
	| ({ customerId: string; readAt: string | null } & (SubscriptionRow | NoSubscription))
	| ({ customerId: null; readAt: null } & NoSubscription)
);
type SubscriptionRow = {
	status: string;
	priceId: string;
	currentPeriodEnd: string;
	cancelAt: string | null;
};
type NoSubscription = { status: null; priceId: null; currentPeriodEnd: null; cancelAt: null };

/** The plan that an account is on by the copy. `tx` within a verb that depends on it. */
export async function planOf(
	access: Pick<UserAccess, "userId">,
	tx: Transaction = db,
): Promise<CurrentPlan> {
	if (tx === db) return planFrom(readPlanColumns(access));
	const user = await tx.user.findUniqueOrThrow({
		where: { id: access.userId },
		select: planColumns,
	});
	return planFrom(user);
}

const OF_USER = `SELECT ${PLAN_COLUMNS} FROM User u ${PLAN_JOINS} WHERE u.id = ?`;

/** What an account's plan is told from, and when it is paid. Throws for an unknown account. */
export function readPlanColumns({ userId }: Pick<UserAccess, "userId">) {
	const row = readRow<PlanRow>(OF_USER, [userId]);
	if (!row) throw new Error("There is no such account");
	return planColumnsOf(row);
}

/** The columns of a row of PLAN_COLUMNS. */
export function planColumnsOf(row: PlanRow) {
	if (row.customerId === null) return { grantedPlan: row.grantedPlan, customer: null };
	const { status, priceId } = row;
	return {
		grantedPlan: row.grantedPlan,
		customer: {
			readAt: timeOf(row.readAt),
			subscription:
				status === null
					? null
					: {
							status,
							priceId,
							currentPeriodEnd: new Date(row.currentPeriodEnd),
							cancelAt: timeOf(row.cancelAt),
						},
		},
	};
}

function timeOf(text: string | null): Date | null {
	return text === null ? null : new Date(text);
}

/** The better of what was given by an administrator and what is paid for. */
export function planFrom({ grantedPlan, customer }: PlanColumns): CurrentPlan {
	const granted = planNamed(grantedPlan);
	const paid = paidPlan(customer);
	return rankOf(paid.id) > rankOf(granted.id) ? paid : granted;
}

/** The plan that a subscription in this state gives; Free for none. */
export function planOfSubscription(
	subscription: { status: string; priceId: string } | null,
): CurrentPlan {
	if (!subscription || !givesPlan(subscription.status)) return planNamed(null);
	const plan = planOfPrice(subscription.priceId);
	return plan ? planNamed(plan) : { id: "other", ...OTHER_PREMIUM };
}

function paidPlan(customer: PlanColumns["customer"]): CurrentPlan {
	const isFresh = customer?.readAt && customer.readAt > later(clock.now(), -COPY_LIFE_MS);
	return planOfSubscription(isFresh ? customer.subscription : null);
}

function planNamed(id: string | null): CurrentPlan {
	const known = id !== null && Object.hasOwn(PLANS, id) ? (id as PlanId) : "free";
	return { id: known, ...PLANS[known] };
}

/** Throws the specified Refusal unless the account is on Pro. */
export async function requirePro(tx: Transaction, access: UserAccess): Promise<void> {
	const { hasForms } = await planOf(access, tx);
	if (hasForms) return;
	throw new Refusal("Forms are only available with a Pro subscription.", {
		title: "Pro subscription required",
	});
}

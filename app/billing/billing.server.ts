import type { UserAccess } from "#app/accounts/access.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { later } from "#app/platform/time.ts";
import type { Billing } from "./billing.ts";
import { COPY_LIFE_MS, paidIdOf, planFrom } from "./plan.server.ts";
import { readPlanState } from "./plan.sql.ts";
import type { Standing } from "./plan.ts";
import { givesPlan } from "./stripe/subscription.server.ts";

/** The account's plan, for pages that offer plans. */
export async function readStanding(access: UserAccess): Promise<Standing> {
	const user = readPlanState(access);
	return {
		planId: planFrom(user).id,
		paid: paidIdOf(user.customer?.subscription ?? null),
	};
}

/** What the account pays for, according to the copy. */
export async function readBilling(access: UserAccess): Promise<Billing> {
	const { grantedPlan, customer } = readPlanState(access);
	const plan = planFrom({ grantedPlan, customer });
	const subscription = customer?.subscription ?? null;
	const paid = paidIdOf(subscription);
	const isLive = subscription !== null && paid !== null;
	const isOutOfDate =
		isLive && (customer?.readAt ?? clock.now()) <= later(clock.now(), -COPY_LIFE_MS);
	return {
		state: customer && !customer.readAt && plan.id === "free" ? "loading" : plan.id,
		planName: plan.name,
		isGranted: plan.id !== "free" && plan.id === grantedPlan,
		isCustomer: customer !== null,
		paid,
		payment: paymentState(subscription?.status),
		renewsAt: isLive && !subscription.cancelAt ? subscription.currentPeriodEnd : null,
		endsAt: isLive ? subscription.cancelAt : null,
		othersCharged: isLive ? subscription.othersCharged : 0,
		isOutOfDate,
	};
}

function paymentState(status: string | undefined): Billing["payment"] {
	if (status === "past_due") return "failing";
	return status === "unpaid" || status === "incomplete" || status === "paused"
		? "missing"
		: "settled";
}

/**
 * What to tell an owner who returns from a payment: `welcome` once the copy gives a plan, `waiting`
 * until then, and `unknown` for any checkout but the account's last.
 */
export async function readPaymentReturn(
	access: UserAccess,
	checkoutId: string,
): Promise<"welcome" | "waiting" | "unknown"> {
	const customer = await db.customer.findUnique({
		where: { userId: access.userId, checkoutId },
		select: { subscription: { select: { status: true } } },
	});
	if (!customer) return "unknown";
	return customer.subscription && givesPlan(customer.subscription.status) ? "welcome" : "waiting";
}

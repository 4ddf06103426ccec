/** The plans, cheapest first: every gate, page and text reads this table. */
export const PLANS = {
	free: {
		name: "Free",
		pricePerMonth: 0,
		appLimit: 2,
		hasForms: false,
		hasPriority: false,
		features: ["Up to 2 apps", "Unlimited documents"],
	},
	basic: {
		name: "Basic",
		pricePerMonth: 4.99,
		appLimit: null,
		hasForms: false,
		hasPriority: false,
		features: ["Unlimited apps", "Unlimited documents"],
	},
	pro: {
		name: "Pro",
		pricePerMonth: 9.99,
		appLimit: null,
		hasForms: true,
		hasPriority: true,
		features: ["Everything in Basic", "Unlimited support forms", "Priority support"],
	},
} as const satisfies Record<string, Plan>;

export type PlanId = keyof typeof PLANS;
export type PaidPlanId = Exclude<PlanId, "free">;

export const PLAN_IDS = Object.keys(PLANS) as PlanId[];

/** The plans that are paid for, cheapest first. */
export const PAID_PLANS = PLAN_IDS.filter(isPaidPlan);

/**
 * A price at Stripe that is no plan's, such as one from an earlier year: shown as such, with Basic's
 * rights (decision 21).
 */
export const OTHER_PREMIUM = { ...PLANS.basic, name: "Premium" } as const;

type Plan = {
	name: string;
	/** US dollars. */
	pricePerMonth: number;
	/** Null means unlimited. */
	appLimit: number | null;
	hasForms: boolean;
	/** Messages to the site's own support go before others. */
	hasPriority: boolean;
	/** What the plan gives, in the specification's words. */
	features: readonly string[];
};

/** Whether this is a plan that somebody can pay for. */
export function isPaidPlan(id: string): id is PaidPlanId {
	return id !== "free" && Object.hasOwn(PLANS, id);
}

/** Where a plan stands among them, Free at 0; a premium plan of another price stands beside Basic. */
export function rankOf(id: PlanId | "other"): number {
	return PLAN_IDS.indexOf(id === "other" ? "basic" : id);
}

/** Where an account stands, for pages that offer plans. */
export type Standing = {
	/** Null for somebody who isn't signed in. */
	planId: PlanId | "other" | null;
	/** There is a subscription at Stripe, which is changed rather than joined by a second one. */
	isSubscribed: boolean;
};

/** "$0" or "$4.99". */
export function formatPrice(dollars: number): string {
	return dollars === 0 ? "$0" : `$${dollars.toFixed(2)}`;
}

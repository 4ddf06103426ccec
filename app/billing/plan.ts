/** The plans, cheapest first. Every check, page and text reads this table. */
export const PLANS = {
	free: {
		name: "Free",
		pricePerMonth: 0,
		appLimit: 2,
		subscriberLimit: 50,
		hasForms: false,
		hasPriority: false,
		features: ["Up to 2 apps", "Unlimited documents"],
	},
	basic: {
		name: "Basic",
		pricePerMonth: 4.99,
		appLimit: null,
		subscriberLimit: 500,
		hasForms: false,
		hasPriority: false,
		features: ["Unlimited apps", "Unlimited documents"],
	},
	pro: {
		name: "Pro",
		pricePerMonth: 9.99,
		appLimit: null,
		subscriberLimit: 2_500,
		hasForms: true,
		hasPriority: true,
		features: ["Everything in Basic", "Unlimited support forms", "Priority support"],
	},
} as const satisfies Record<string, Plan>;

export type PlanId = keyof typeof PLANS;
export type PaidPlanId = Exclude<PlanId, "free">;
/** What a subscription is for. `other` stands for an unknown price. */
export type PaidId = PaidPlanId | "other";

export const PLAN_IDS = Object.keys(PLANS) as PlanId[];

/** The paid plans, cheapest first. */
export const PAID_PLANS = PLAN_IDS.filter(isPaidPlan);

/** The plan for an unknown price, such as an old one, with Basic's rights (product.md, rule 21). */
export const OTHER_PREMIUM = { ...PLANS.basic, name: "Premium" } as const;

type Plan = {
	name: string;
	/** US dollars. */
	pricePerMonth: number;
	/** Null means unlimited. */
	appLimit: number | null;
	/** How many people each app may tell of changes to its documents. */
	subscriberLimit: number;
	hasForms: boolean;
	/** Messages to the site's own support get high priority. */
	hasPriority: boolean;
	/** What the plan includes (product.md, O1). */
	features: readonly string[];
};

/** Whether this is the id of a paid plan. */
export function isPaidPlan(id: string): id is PaidPlanId {
	return id !== "free" && Object.hasOwn(PLANS, id);
}

/** A plan's rank: Free is 0, and a premium plan with an unknown price ranks as Basic. */
export function rankOf(id: PlanId | "other"): number {
	return PLAN_IDS.indexOf(id === "other" ? "basic" : id);
}

/** The account's plan, for pages that offer plans. */
export type Standing = {
	/** Null for a visitor who is not signed in. */
	planId: PlanId | "other" | null;
	/** The plan of the subscription at Stripe, which must be changed, not bought again. */
	paid: PaidId | null;
};

/** Formats a price as "$0" or "$4.99". */
export function formatPrice(dollars: number): string {
	return dollars === 0 ? "$0" : `$${dollars.toFixed(2)}`;
}

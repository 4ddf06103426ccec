/** The plans, cheapest first: every gate, page and text reads this table. */
export const PLANS = {
	free: {
		name: "Free",
		pricePerMonth: 0,
		appLimit: 2,
		hasForms: false,
		features: ["Up to 2 apps", "Unlimited documents"],
	},
	basic: {
		name: "Basic",
		pricePerMonth: 4.99,
		appLimit: null,
		hasForms: false,
		features: ["Unlimited apps", "Unlimited documents"],
	},
	pro: {
		name: "Pro",
		pricePerMonth: 9.99,
		appLimit: null,
		hasForms: true,
		features: ["Everything in Basic", "Unlimited support forms", "Priority support"],
	},
} as const satisfies Record<string, Plan>;

export type PlanId = keyof typeof PLANS;

/** The plans that are paid for, cheapest first. */
export const PAID_PLANS = ["basic", "pro"] as const satisfies PlanId[];

export type PaidPlanId = (typeof PAID_PLANS)[number];

/**
 * A price at Stripe that is neither Basic's nor Pro's, such as one from an earlier year: shown as
 * such, with Basic's rights (decision 21).
 */
export const OTHER_PREMIUM = { ...PLANS.basic, name: "Premium" } as const;

type Plan = {
	name: string;
	/** US dollars. */
	pricePerMonth: number;
	/** Null means unlimited. */
	appLimit: number | null;
	hasForms: boolean;
	/** What the plan gives, in the specification's words. */
	features: readonly string[];
};

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

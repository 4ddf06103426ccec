/** The plans, cheapest first. `appLimit` null means unlimited. */
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

type Plan = {
	name: string;
	/** US dollars. */
	pricePerMonth: number;
	appLimit: number | null;
	hasForms: boolean;
	/** What the plan gives, in the specification's words. */
	features: readonly string[];
};

/** "$0" or "$4.99". */
export function formatPrice(dollars: number): string {
	return dollars === 0 ? "$0" : `$${dollars.toFixed(2)}`;
}

/** The plans, cheapest first. `appLimit` null means unlimited. */
export const PLANS = {
	free: { name: "Free", pricePerMonth: 0, appLimit: 2, hasForms: false },
	basic: { name: "Basic", pricePerMonth: 4.99, appLimit: null, hasForms: false },
	pro: { name: "Pro", pricePerMonth: 9.99, appLimit: null, hasForms: true },
} as const satisfies Record<string, Plan>;

export type PlanId = keyof typeof PLANS;

type Plan = {
	name: string;
	/** US dollars. */
	pricePerMonth: number;
	appLimit: number | null;
	hasForms: boolean;
};

import type { PaidId, PlanId } from "./plan.ts";

/** The data of the Billing card. */
export type Billing = {
	/** `loading`: the account is a customer at Stripe, but its subscription was never read. */
	state: "loading" | "other" | PlanId;
	planName: string;
	/** An administrator granted the plan, whatever is paid for beside it. */
	isGranted: boolean;
	/** The account is a customer at Stripe, so the billing portal opens. */
	isCustomer: boolean;
	/** The plan of the subscription, also where a higher one was given. Null without one. */
	paid: PaidId | null;
	/** `failing`: Stripe retries the payment and the plan goes on. `missing`: the plan stopped. */
	payment: "settled" | "failing" | "missing";
	renewsAt: Date | null;
	/** Set when the subscription will end instead of renewing. */
	endsAt: Date | null;
	/** How many other subscriptions of the account Stripe charges, besides the one shown. */
	othersCharged: number;
	/** Stripe has been unavailable for so long that the copy no longer counts. */
	isOutOfDate: boolean;
};

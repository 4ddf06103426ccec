import type { PlanId } from "./plan.ts";

/** What the Billing card shows. */
export type Billing = {
	/** `loading`: the account is at Stripe, and nothing was read yet. */
	state: "loading" | "other" | PlanId;
	planName: string;
	/** The plan was given by an administrator and costs nothing. */
	isGranted: boolean;
	/** There is something to manage at Stripe. */
	isCustomer: boolean;
	/** There is a subscription that gives a plan. */
	isSubscribed: boolean;
	/** The last payment failed: the plan goes on while Stripe tries again, or has stopped. */
	payment: "settled" | "failing" | "missing";
	renewsAt: Date | null;
	/** When the subscription ends and does not renew. */
	endsAt: Date | null;
	/** Stripe could not be asked for so long that the copy is not believed any more. */
	isOutOfDate: boolean;
};

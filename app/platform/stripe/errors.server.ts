/** Stripe could not be reached, was too slow, or failed. Whether anything changed is unknown. */
export class PaymentsUnavailable extends Error {
	override name = "PaymentsUnavailable";
}

/** The card was declined. The message is Stripe's, for the customer. */
export class CardDeclined extends Error {
	override name = "CardDeclined";
}

/** The customer was deleted at Stripe or never existed. */
export class CustomerGone extends Error {
	override name = "CustomerGone";
}

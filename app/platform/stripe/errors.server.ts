/** Stripe could not be reached, was too slow, or is in trouble. Nothing is known to have changed. */
export class PaymentsUnavailable extends Error {
	override name = "PaymentsUnavailable";
}

/** The card was declined. The message is Stripe's, for the person who pays. */
export class CardDeclined extends Error {
	override name = "CardDeclined";
}

/** The customer was deleted at Stripe, or never was. */
export class CustomerGone extends Error {
	override name = "CustomerGone";
}

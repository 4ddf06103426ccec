/** Said on every page of the till, so that nobody looks for money. */
export const TILL_NOTE =
	"This is the local till. It stands in for Stripe on this machine, and no money moves.";

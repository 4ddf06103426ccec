import type { FakeStripe } from "../../setup/stripe.ts";

/**
 * Puts the test into hosted mode, with Stripe's address led to a server of its own. For
 * `vi.hoisted`, since the app reads its environment when it is loaded.
 */
export async function hostWithStripe(): Promise<FakeStripe> {
	const [{ startStripe }, { HOSTED_ENV }] = await Promise.all([
		import("../../setup/stripe.ts"),
		import("../../setup/hosted.ts"),
	]);
	const server = await startStripe();
	Object.assign(process.env, HOSTED_ENV, { STRIPE_API_URL: server.url });
	return server;
}

import type { FakePostmark } from "../stand-ins/postmark.ts";
import type { FakeSmtp } from "../stand-ins/smtp.ts";
import type { FakeStripe } from "../stand-ins/stripe.ts";

/**
 * Puts the test into hosted mode, with Stripe's address set to a local server. For `vi.hoisted`,
 * since the app reads its environment when it is loaded.
 */
export async function hostWithStripe(): Promise<FakeStripe> {
	const { startStripe } = await import("../stand-ins/stripe.ts");
	const server = await startStripe();
	await host({ STRIPE_API_URL: server.url });
	return server;
}

/** The same for Postmark. */
export async function hostWithPostmark(): Promise<FakePostmark> {
	const { startPostmark } = await import("../stand-ins/postmark.ts");
	const server = await startPostmark();
	await host({ POSTMARK_API_URL: server.url });
	return server;
}

/** The same for a mail server, by which mail leaves instead of by Postmark. */
export async function hostWithSmtp(): Promise<FakeSmtp> {
	const { startSmtp } = await import("../stand-ins/smtp.ts");
	const server = await startSmtp();
	await host({ MAIL_BY: "smtp", SMTP_URL: `smtp://smallprint:s%2Fecret@127.0.0.1:${server.port}` });
	return server;
}

/** The same for Stripe and Postmark. */
export async function hostWithBoth(): Promise<{ stripe: FakeStripe; postmark: FakePostmark }> {
	const postmark = await hostWithPostmark();
	const stripe = await hostWithStripe();
	process.env.POSTMARK_API_URL = postmark.url;
	return { stripe, postmark };
}

async function host(addresses: Record<string, string>): Promise<void> {
	const { HOSTED_ENV } = await import("./hosted.ts");
	Object.assign(process.env, HOSTED_ENV, addresses);
}

/** The environment that hosted mode requires. */
export const REQUIRED_ENV = {
	APP_URL: "https://smallprint.test",
	SESSION_SECRET: "0123456789abcdef0123456789abcdef",
	POSTMARK_SERVER_TOKEN: "11111111-2222-3333-4444-555555555555",
	MAIL_FROM: "Smallprint <hello@smallprint.test>",
	STRIPE_SECRET_KEY: "sk_test_1",
	STRIPE_WEBHOOK_SECRET: "whsec_1",
	STRIPE_PRICE_BASIC: "price_basic",
	STRIPE_PRICE_PRO: "price_pro",
};

/** A complete environment of hosted mode. Its addresses are never reached: no mail is sent. */
export const HOSTED_ENV = {
	...REQUIRED_ENV,
	HOST: "127.0.0.1",
	POSTMARK_API_URL: "http://127.0.0.1:9",
	POSTMARK_BROADCAST_STREAM: "notices",
	STRIPE_API_URL: "http://127.0.0.1:9",
	// One test program asks for more mail than one person does.
	ASKED_LINKS_PER_HOUR: "1000",
};

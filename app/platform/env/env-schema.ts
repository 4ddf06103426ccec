import { z } from "zod";
import { LOCAL_HOSTNAMES, smtpUrl } from "./smtp-url.ts";

/** Nobody listens here. The server sets its stand-ins' address instead; commands need none. */
const NOWHERE = "http://127.0.0.1:9";
export const SECRET_MIN = 32;
/** The id of the broadcast stream that each new server at Postmark has. */
export const BROADCAST_STREAM = "broadcast";

const port = z.coerce
	.number({ error: "must be a port number, such as 3000" })
	.int("must be a whole number")
	.min(0, "must be a port number, such as 3000")
	.max(65_535, "must be a port number, such as 3000");
const databaseUrl = z
	.string()
	.startsWith("file:", "must start with file:, such as file:./data/smallprint.db");
const flag = z.enum(["true", "false"], { error: "must be true or false" });
const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
const origin = httpUrl.refine(
	(url) => !URL.canParse(url) || new URL(url).pathname === "/",
	"must have no path",
);
/** Cookies need https; browsers make an exception for the local machine. */
const publicOrigin = origin.refine(
	isPrivate,
	"must be an https address: without, no browser would stay signed in",
);
/** A name of at least two labels, in lower case (RFC 1123, section 2.1). */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
const HTTPS_FOR_KEYS = "must be an https address, because a key is sent there";

const webhookSecret = z
	.string()
	.min(SECRET_MIN, `must have at least ${SECRET_MIN} random characters`)
	.regex(/^[\w.~-]+$/, "must be of letters, digits, dots, hyphens, underscores and tildes");

const common = {
	PORT: port.default(3000),
	// The primary process reads it too (server/processes.ts), before the app is loaded.
	PROCESSES: z
		.string()
		.regex(
			/^(?:auto|[1-9]\d{0,2})$/,
			"must be a number from 1 to 999, or auto for one on each core",
		)
		.optional(),
	DATABASE_URL: databaseUrl.default("file:./data/smallprint.db"),
	TRUST_PROXY: flag.default("false"),
	// Fly sets it on each of its machines.
	FLY_APP_NAME: z.string().optional(),
	ASKED_LINKS_PER_HOUR: z.coerce
		.number({ error: "must be a number, such as 20" })
		.int("must be a whole number")
		.positive("must be more than 0")
		.optional(),
	REPLICA_MAX_LAG_S: z.coerce
		.number({ error: "must be a number of seconds, such as 30" })
		.positive("must be more than 0 seconds")
		.default(30),
	SUPPORT_EMAIL: z.email("must be an e-mail address").default("support@smallprint.example"),
	INBOUND_DOMAIN: z
		.string()
		.regex(DOMAIN, "must be a domain in lower case, such as in.example.com")
		.optional(),
	POSTMARK_INBOUND_SECRET: webhookSecret.optional(),
	INBOUND_SECRET: webhookSecret.optional(),
	INBOUND_AUTHSERV_ID: z
		.string()
		.regex(/^[^\s;]+$/, "must be the name that your mail server writes into Authentication-Results")
		.optional(),
	GENERATOR_PRIVACY_URL: httpUrl.default("https://app-privacy-policy-generator.firebaseapp.com/"),
	GENERATOR_TERMS_URL: httpUrl.default("https://www.termsfeed.com/terms-conditions-generator/"),
	GENERATOR_LEGAL_URL: httpUrl.default("https://www.iubenda.com/en/"),
};

export const localSchema = z.object({
	...common,
	HOST: z
		.enum(["127.0.0.1", "::1", "localhost"], {
			error:
				"must be 127.0.0.1, ::1 or localhost, because local mode shows every mail to whoever reaches it: to serve others, set APP_URL",
		})
		.default("127.0.0.1"),
	POSTMARK_API_URL: httpUrl.default(NOWHERE),
	STRIPE_API_URL: origin.default(NOWHERE),
	OUTSIDE_ALLOW_LOOPBACK: flag.default("false"),
	// Local mode keeps files beside its database, which LiteFS would take for databases.
	LITEFS_DIR: z.undefined({ error: "is for hosted mode: set APP_URL too" }).optional(),
});

const hosted = z.object({
	...common,
	HOST: z.string().min(1).default("0.0.0.0"),
	LITEFS_DIR: z.string().startsWith("/", "must be an absolute path, such as /litefs").optional(),
	APP_URL: publicOrigin,
	// While it is changed, it holds two: the new one, a blank, and the old one.
	SESSION_SECRET: z
		.string({ error: `is missing: at least ${SECRET_MIN} random characters` })
		.trim()
		.transform((secrets) => secrets.split(/\s+/))
		.refine(
			(secrets) => secrets.every(({ length }) => length >= SECRET_MIN),
			`must have at least ${SECRET_MIN} random characters, and no blank but between a new one and an old one`,
		)
		.refine(
			(secrets) => secrets.length <= 2 && new Set(secrets).size === secrets.length,
			"may hold two secrets that differ: the new one, a blank, and the old one",
		),
	POSTMARK_API_URL: httpUrl
		.refine(isPrivate, HTTPS_FOR_KEYS)
		.default("https://api.postmarkapp.com"),
	STRIPE_API_URL: origin.refine(isPrivate, HTTPS_FOR_KEYS).default("https://api.stripe.com"),
	OUTSIDE_ALLOW_LOOPBACK: z
		.literal("false", {
			error: "is for local mode: here, anybody's link would be asked on this machine",
		})
		.default("false"),
	MAIL_BY: z.enum(["postmark", "smtp"], { error: "must be postmark or smtp" }).optional(),
	POSTMARK_SERVER_TOKEN: z.string().optional(),
	SMTP_URL: smtpUrl.optional(),
	POSTMARK_BROADCAST_STREAM: z
		.string()
		.regex(/^[\w-]+$/, "must be the id of a message stream, such as broadcast")
		.default(BROADCAST_STREAM),
	MAIL_FROM: z
		.string({ error: "is missing" })
		.regex(/^[^\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/, "must be an address to send mail from"),
	STRIPE_SECRET_KEY: z
		.string({ error: "is missing" })
		.regex(/^(sk|rk)_/, "must start with sk_ or rk_"),
	STRIPE_WEBHOOK_SECRET: z.string({ error: "is missing" }).startsWith("whsec_"),
	STRIPE_PRICE_BASIC: z.string({ error: "is missing" }).startsWith("price_"),
	STRIPE_PRICE_PRO: z.string({ error: "is missing" }).startsWith("price_"),
});

/** Asks for what the carrier of mail needs, and names it beside the other faults. */
const asked = (name: "MAIL_BY" | "POSTMARK_SERVER_TOKEN" | "SMTP_URL", error: string) => ({
	error,
	path: [name],
	when: () => true,
});

export const hostedSchema = hosted
	.refine(
		({ MAIL_BY, SMTP_URL }) => MAIL_BY !== undefined || SMTP_URL === undefined,
		asked("MAIL_BY", "must be smtp or postmark, because SMTP_URL is set"),
	)
	.refine(
		({ MAIL_BY, SMTP_URL }) => MAIL_BY !== "smtp" || SMTP_URL !== undefined,
		asked("SMTP_URL", "is missing, because MAIL_BY is smtp"),
	)
	.refine(
		({ MAIL_BY, POSTMARK_SERVER_TOKEN }) => MAIL_BY === "smtp" || POSTMARK_SERVER_TOKEN,
		asked("POSTMARK_SERVER_TOKEN", "is missing"),
	);

/** Returns whether nobody on the way can read what is sent to a URL: https, or this machine. */
function isPrivate(url: string): boolean {
	if (!URL.canParse(url)) return true;
	const { protocol, hostname } = new URL(url);
	return protocol !== "http:" || LOCAL_HOSTNAMES.includes(hostname);
}

import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { createToken, hashToken } from "./crypto/tokens.server.ts";

const LOCAL_HOSTNAMES = ["localhost", "127.0.0.1", "[::1]"];
/** Nobody listens here. The server sets its stand-ins' address instead; commands need none. */
const NOWHERE = "http://127.0.0.1:9";
const SECRET_MIN = 32;
/** The id of the broadcast stream that each new server at Postmark has. */
const BROADCAST_STREAM = "broadcast";

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
const HTTPS_FOR_KEYS = "must be an https address, because a key is sent there";

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
	GENERATOR_PRIVACY_URL: httpUrl.default("https://app-privacy-policy-generator.firebaseapp.com/"),
	GENERATOR_TERMS_URL: httpUrl.default("https://www.termsfeed.com/terms-conditions-generator/"),
	GENERATOR_LEGAL_URL: httpUrl.default("https://www.iubenda.com/en/"),
};

const localSchema = z.object({
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

const hostedSchema = z.object({
	...common,
	HOST: z.string().min(1).default("0.0.0.0"),
	LITEFS_DIR: z.string().startsWith("/", "must be an absolute path, such as /litefs").optional(),
	APP_URL: publicOrigin,
	SESSION_SECRET: z
		.string({ error: `is missing: at least ${SECRET_MIN} random characters` })
		.min(SECRET_MIN, `must have at least ${SECRET_MIN} random characters`),
	POSTMARK_API_URL: httpUrl
		.refine(isPrivate, HTTPS_FOR_KEYS)
		.default("https://api.postmarkapp.com"),
	STRIPE_API_URL: origin.refine(isPrivate, HTTPS_FOR_KEYS).default("https://api.stripe.com"),
	OUTSIDE_ALLOW_LOOPBACK: z
		.literal("false", {
			error: "is for local mode: here, anybody's link would be asked on this machine",
		})
		.default("false"),
	POSTMARK_SERVER_TOKEN: z.string({ error: "is missing" }).min(1, "is empty"),
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

/** The names of all environment variables that the app reads. */
export const VARIABLES = Object.keys({ ...localSchema.shape, ...hostedSchema.shape });

/** The settings from the environment. `mode` is local or hosted. */
export type Env = ReturnType<typeof readLocal> | ReturnType<typeof readHosted>;

/** The message names every variable that is missing or malformed. */
export class EnvError extends Error {
	override name = "EnvError";
}

/**
 * Reads the environment. With APP_URL, the mode is hosted. Without, it is local: stand-ins replace
 * other services, and the secret is a file beside the database. Throws an EnvError.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
	const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
	return given.APP_URL === undefined ? readLocal(given) : readHosted(given);
}

function readLocal(given: Record<string, string | undefined>) {
	const vars = parse(localSchema, given);
	const databaseFile = toFile(vars.DATABASE_URL);
	const secret = readOrCreateSecret(path.join(path.dirname(databaseFile), "secret"));
	return {
		...shared(vars),
		mode: "local" as const,
		// One developer and their tests are behind every address here, and no mail leaves.
		askedLinksPerHour: vars.ASKED_LINKS_PER_HOUR ?? 1_000,
		databaseFile,
		litefsDir: null,
		appUrl: `http://localhost:${vars.PORT}`,
		secret,
		mailFrom: "Smallprint <hello@smallprint.example>",
		postmark: {
			serverToken: "local",
			apiUrl: vars.POSTMARK_API_URL,
			broadcastStream: BROADCAST_STREAM,
		},
		stripe: {
			secretKey: "sk_test_till",
			webhookSecret: `whsec_${hashToken(`webhook ${secret}`)}`,
			prices: { basic: "price_till_basic", pro: "price_till_pro" },
			apiUrl: vars.STRIPE_API_URL,
		},
		allowedHostnames: LOCAL_HOSTNAMES,
	};
}

function readHosted(given: Record<string, string | undefined>) {
	const vars = parse(hostedSchema, given);
	return {
		...shared(vars),
		mode: "hosted" as const,
		askedLinksPerHour: vars.ASKED_LINKS_PER_HOUR ?? 20,
		databaseFile: toFile(vars.DATABASE_URL, vars.LITEFS_DIR),
		/** LiteFS's mount, which then holds the database; null without LiteFS. */
		litefsDir: vars.LITEFS_DIR ?? null,
		appUrl: new URL(vars.APP_URL).origin,
		secret: vars.SESSION_SECRET,
		mailFrom: vars.MAIL_FROM,
		postmark: {
			serverToken: vars.POSTMARK_SERVER_TOKEN,
			apiUrl: vars.POSTMARK_API_URL,
			broadcastStream: vars.POSTMARK_BROADCAST_STREAM,
		},
		stripe: {
			secretKey: vars.STRIPE_SECRET_KEY,
			webhookSecret: vars.STRIPE_WEBHOOK_SECRET,
			prices: { basic: vars.STRIPE_PRICE_BASIC, pro: vars.STRIPE_PRICE_PRO },
			apiUrl: vars.STRIPE_API_URL,
		},
		allowedHostnames: null,
	};
}

function shared(vars: z.infer<typeof localSchema> | z.infer<typeof hostedSchema>) {
	return {
		port: vars.PORT,
		host: vars.HOST,
		trustProxy: vars.TRUST_PROXY === "true",
		isOnFly: vars.FLY_APP_NAME !== undefined,
		/** Whether links to "localhost" are asked, for tests of what asks other sites. */
		allowsLoopback: vars.OUTSIDE_ALLOW_LOOPBACK === "true",
		replicaMaxLagMs: vars.REPLICA_MAX_LAG_S * 1000,
		supportEmail: vars.SUPPORT_EMAIL,
		generators: {
			privacy: vars.GENERATOR_PRIVACY_URL,
			terms: vars.GENERATOR_TERMS_URL,
			legal: vars.GENERATOR_LEGAL_URL,
		},
	};
}

function parse<T>(schema: z.ZodType<T>, given: Record<string, string | undefined>): T {
	const result = schema.safeParse(given);
	if (result.success) return result.data;
	const faults = result.error.issues.map((issue) => `  ${issue.path.join(".")} ${issue.message}`);
	throw new EnvError(`Smallprint can't start with this environment:\n${faults.join("\n")}`);
}

/** Returns whether nobody on the way can read what is sent to a URL: https, or this machine. */
function isPrivate(url: string): boolean {
	if (!URL.canParse(url)) return true;
	const { protocol, hostname } = new URL(url);
	return protocol !== "http:" || LOCAL_HOSTNAMES.includes(hostname);
}

/** Returns the database's path. LiteFS allows no subfolders, so only the file's name counts. */
function toFile(databaseUrl: string, litefsDir?: string): string {
	const file = path.resolve(databaseUrl.replace(/^file:/, ""));
	return litefsDir === undefined ? file : path.join(litefsDir, path.basename(file));
}

function readOrCreateSecret(file: string): string {
	fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
	try {
		// "wx" fails when the file exists, so that two processes agree on one secret.
		fs.writeFileSync(file, createToken(), { mode: 0o600, flag: "wx" });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
	const secret = fs.readFileSync(file, "utf8").trim();
	// A full disk can leave an empty file: a secret that everybody knows.
	if (secret.length < SECRET_MIN) {
		throw new EnvError(
			`Smallprint can't start: ${file} holds no secret. Delete it, and a new one is made.`,
		);
	}
	return secret;
}

export const env: Env = readEnv(process.env);

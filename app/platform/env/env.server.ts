import fs from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { createToken, hashToken } from "../crypto/tokens.server.ts";
import { BROADCAST_STREAM, hostedSchema, localSchema, SECRET_MIN } from "./env-schema.ts";
import { LOCAL_HOSTNAMES } from "./smtp-url.ts";

type Vars = z.infer<typeof localSchema> | z.infer<typeof hostedSchema>;

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
		formerSecret: null,
		mailFrom: "Smallprint <hello@smallprint.example>",
		inbound: readInbound(vars, {
			domain: "in.smallprint.example",
			postmarkSecret: hashToken(`inbound mail ${secret}`),
		}),
		smtp: null,
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
		secret: vars.SESSION_SECRET[0] ?? "",
		/** The secret of before, which still opens and proves what it sealed and signed; or null. */
		formerSecret: vars.SESSION_SECRET[1] ?? null,
		mailFrom: vars.MAIL_FROM,
		inbound: readInbound(vars),
		/** The mail server that mail leaves by; null for Postmark. */
		smtp: (vars.MAIL_BY === "smtp" && vars.SMTP_URL) || null,
		postmark: {
			serverToken: vars.POSTMARK_SERVER_TOKEN ?? "",
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

function shared(vars: Vars) {
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

/** How mails come in. No conversation is answered by mail without a domain and a secret. */
type Inbound = {
	/** The domain of the addresses to answer to; null while no mail comes in. */
	domain: string | null;
	/** Authenticates what Postmark posts: mails, bounces and complaints. */
	postmarkSecret: string | null;
	/** Authenticates a mail server that posts whole mails. */
	secret: string | null;
	/** Whose Authentication-Results are believed: that mail server's. */
	authservId: string | null;
};

function readInbound(
	vars: Vars,
	defaults: { domain?: string; postmarkSecret?: string } = {},
): Inbound {
	const postmarkSecret = vars.POSTMARK_INBOUND_SECRET ?? defaults.postmarkSecret ?? null;
	const secret = vars.INBOUND_SECRET ?? null;
	const domain = vars.INBOUND_DOMAIN ?? defaults.domain ?? null;
	return {
		domain: postmarkSecret || secret ? domain : null,
		postmarkSecret,
		secret,
		authservId: vars.INBOUND_AUTHSERV_ID ?? null,
	};
}

function parse<T>(schema: z.ZodType<T>, given: Record<string, string | undefined>): T {
	const result = schema.safeParse(given);
	if (result.success) return result.data;
	const faults = result.error.issues.map((issue) => `  ${issue.path.join(".")} ${issue.message}`);
	throw new EnvError(`Smallprint can't start with this environment:\n${faults.join("\n")}`);
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

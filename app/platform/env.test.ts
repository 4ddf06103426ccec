import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { REQUIRED_ENV } from "../../tests/kit/process/hosted.ts";
import { EnvError, readEnv } from "./env.server.ts";

let folder: string;
let databaseUrl: string;

beforeEach(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), "smallprint-env-"));
	databaseUrl = `file:${folder}/data/smallprint.db`;
});

afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function faultsOf(source: Record<string, string | undefined>): string {
	try {
		readEnv({ DATABASE_URL: databaseUrl, ...source });
	} catch (error) {
		expect(error).toBeInstanceOf(EnvError);
		return (error as EnvError).message;
	}
	return "";
}

/** The variables that an error names, one a line. */
function named(message: string): string[] {
	return message
		.split("\n")
		.slice(1)
		.map((line) => line.trim().split(" ")[0] ?? "");
}

describe("in local mode", () => {
	test("nothing needs to be set but what the test must keep to itself", () => {
		const env = readEnv({ DATABASE_URL: databaseUrl });
		expect(env).toMatchObject({
			mode: "local",
			host: "127.0.0.1",
			port: 3000,
			appUrl: "http://localhost:3000",
			databaseFile: `${folder}/data/smallprint.db`,
			trustProxy: false,
			postmark: { apiUrl: "http://127.0.0.1:9" },
			stripe: { apiUrl: "http://127.0.0.1:9" },
		});
		expect(env.allowedHostnames).toContain("localhost");
	});

	test("what others could reach is refused with what to do, and loopback is not", () => {
		for (const host of ["0.0.0.0", "::", "192.168.1.7", "example.com", "127.0.0.2"]) {
			expect(faultsOf({ HOST: host })).toMatch(/HOST must be 127.0.0.1, .* set APP_URL/);
		}
		for (const host of ["127.0.0.1", "::1", "localhost"]) expect(faultsOf({ HOST: host })).toBe("");
		expect(faultsOf({ ...REQUIRED_ENV, HOST: "0.0.0.0" })).toBe("");
	});

	test("an empty variable counts as not set", () => {
		expect(readEnv({ DATABASE_URL: databaseUrl, APP_URL: "", PORT: "" })).toMatchObject({
			mode: "local",
			port: 3000,
		});
	});

	test("every fault is named in one error", () => {
		const message = faultsOf({
			PORT: "99999",
			DATABASE_URL: "postgres://localhost/x",
			TRUST_PROXY: "yes",
			POSTMARK_API_URL: "postmark",
			STRIPE_API_URL: "ftp://stripe",
			SUPPORT_EMAIL: "nobody",
			GENERATOR_PRIVACY_URL: "javascript:alert(1)",
		});
		expect(message.split("\n")[0]).toBe("Smallprint can't start with this environment:");
		expect(named(message).sort()).toEqual([
			"DATABASE_URL",
			"GENERATOR_PRIVACY_URL",
			"PORT",
			"POSTMARK_API_URL",
			"STRIPE_API_URL",
			"SUPPORT_EMAIL",
			"TRUST_PROXY",
		]);
	});

	test.each(["abc", "-1", "1.5", "65536", "0x"])("%s is no port", (port) => {
		expect(faultsOf({ PORT: port })).toMatch(/PORT must be a (port|whole) number/);
	});

	test("the secret is made once, readable for its owner alone, and used again", () => {
		const { secret } = readEnv({ DATABASE_URL: databaseUrl });
		const file = `${folder}/data/secret`;
		expect(fs.statSync(file).mode & 0o777).toBe(0o600);
		expect(secret.length).toBeGreaterThanOrEqual(43);
		expect(readEnv({ DATABASE_URL: databaseUrl }).secret).toBe(secret);
		expect(readEnv({ DATABASE_URL: `file:${folder}/other/smallprint.db` }).secret).not.toBe(secret);
	});

	test("a secret file with nothing in it stops the start, because anyone knows that secret", () => {
		fs.mkdirSync(`${folder}/data`);
		fs.writeFileSync(`${folder}/data/secret`, "\n");
		expect(faultsOf({})).toContain(`${folder}/data/secret`);
	});
});

describe("with LiteFS", () => {
	test("its folder holds the database, under the same name; unset, nothing else changes", () => {
		const plain = readEnv({ DATABASE_URL: databaseUrl, ...REQUIRED_ENV });
		expect(plain).toMatchObject({ litefsDir: null, databaseFile: `${folder}/data/smallprint.db` });
		const replicated = readEnv({
			DATABASE_URL: databaseUrl,
			...REQUIRED_ENV,
			LITEFS_DIR: "/litefs",
		});
		expect(replicated).toEqual({
			...plain,
			litefsDir: "/litefs",
			databaseFile: "/litefs/smallprint.db",
		});
	});

	test("a replica may lag 30 s behind unless another bound is set", () => {
		expect(readEnv({ DATABASE_URL: databaseUrl, ...REQUIRED_ENV }).replicaMaxLagMs).toBe(30_000);
		const own = { DATABASE_URL: databaseUrl, ...REQUIRED_ENV, REPLICA_MAX_LAG_S: "1.5" };
		expect(readEnv(own).replicaMaxLagMs).toBe(1_500);
	});

	test("a folder that is no absolute path, or a bound that is none, is named", () => {
		const faults = faultsOf({ ...REQUIRED_ENV, LITEFS_DIR: "litefs", REPLICA_MAX_LAG_S: "0" });
		expect(named(faults).sort()).toEqual(["LITEFS_DIR", "REPLICA_MAX_LAG_S"]);
	});

	test("local mode, which keeps more than a database, does not start", () => {
		expect(faultsOf({ LITEFS_DIR: "/litefs" })).toContain("LITEFS_DIR is for hosted mode");
	});
});

describe("in hosted mode", () => {
	test("everything that is required leads to a start", () => {
		const env = readEnv({ DATABASE_URL: databaseUrl, ...REQUIRED_ENV });
		expect(env).toMatchObject({
			mode: "hosted",
			host: "0.0.0.0",
			appUrl: REQUIRED_ENV.APP_URL,
			secret: REQUIRED_ENV.SESSION_SECRET,
			mailFrom: REQUIRED_ENV.MAIL_FROM,
			postmark: {
				serverToken: REQUIRED_ENV.POSTMARK_SERVER_TOKEN,
				apiUrl: "https://api.postmarkapp.com",
			},
			stripe: { apiUrl: "https://api.stripe.com" },
			allowedHostnames: null,
		});
		expect(fs.existsSync(`${folder}/data/secret`)).toBe(false);
	});

	test("a slash at the end of the address makes no difference", () => {
		const env = readEnv({
			...REQUIRED_ENV,
			DATABASE_URL: databaseUrl,
			APP_URL: "https://a.example/",
		});
		expect(env.appUrl).toBe("https://a.example");
	});

	test("an address without https is refused, because no browser would stay signed in there", () => {
		expect(faultsOf({ ...REQUIRED_ENV, APP_URL: "http://smallprint.example" })).toContain(
			"APP_URL must be an https address",
		);
		for (const own of ["http://localhost:3000", "http://127.0.0.1:3000"]) {
			expect(faultsOf({ ...REQUIRED_ENV, APP_URL: own })).toBe("");
		}
	});

	test("it is known whether Fly runs it, by the variable that Fly sets", () => {
		const at = (source: Record<string, string>) =>
			readEnv({ ...REQUIRED_ENV, DATABASE_URL: databaseUrl, ...source }).isOnFly;
		expect(at({})).toBe(false);
		expect(at({ FLY_APP_NAME: "smallprint" })).toBe(true);
	});

	test("every variable that is missing is named in one error", () => {
		const required = Object.keys(REQUIRED_ENV).filter((name) => name !== "APP_URL");
		const message = faultsOf({ APP_URL: REQUIRED_ENV.APP_URL });
		expect(named(message).sort()).toEqual(required.sort());
	});

	test("every variable that is malformed is named in one error", () => {
		const message = faultsOf({
			...REQUIRED_ENV,
			APP_URL: "https://smallprint.example/app",
			SESSION_SECRET: "short",
			MAIL_FROM: "nobody",
			STRIPE_SECRET_KEY: "pk_live_1",
			STRIPE_WEBHOOK_SECRET: "secret",
			STRIPE_PRICE_BASIC: "basic",
			STRIPE_PRICE_PRO: "pro",
			PORT: "http",
		});
		expect(named(message).sort()).toEqual([
			"APP_URL",
			"MAIL_FROM",
			"PORT",
			"SESSION_SECRET",
			"STRIPE_PRICE_BASIC",
			"STRIPE_PRICE_PRO",
			"STRIPE_SECRET_KEY",
			"STRIPE_WEBHOOK_SECRET",
		]);
	});

	test.each(["smallprint.example", "https://", "ftp://smallprint.example", "nonsense"])(
		"an APP_URL like %s is named beside the other faults",
		(url) => {
			const message = faultsOf({ ...REQUIRED_ENV, APP_URL: url, SESSION_SECRET: "short" });
			expect(named(message).sort()).toEqual(["APP_URL", "SESSION_SECRET"]);
		},
	);

	test("a sender with a line break is refused", () => {
		const message = faultsOf({
			...REQUIRED_ENV,
			MAIL_FROM: "A\r\nBcc: b@example.com <a@example.com>",
		});
		expect(named(message)).toEqual(["MAIL_FROM"]);
	});

	test("an error never shows what a secret is", () => {
		const message = faultsOf({
			...REQUIRED_ENV,
			SESSION_SECRET: "hunter2",
			STRIPE_SECRET_KEY: "hunter2",
		});
		expect(named(message)).toHaveLength(2);
		expect(message).not.toContain("hunter2");
	});
});

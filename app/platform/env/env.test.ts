import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { REQUIRED_ENV } from "../../../tests/kit/process/hosted.ts";
import { EnvError, readEnv } from "./env.server.ts";

let folder: string;
let databaseUrl: string;

beforeEach(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), "smallprint-env-"));
	databaseUrl = `file:${folder}/data/smallprint.db`;
});

afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function read(source: Record<string, string> = {}) {
	return readEnv({ DATABASE_URL: databaseUrl, ...source });
}

function readHosted(source: Record<string, string> = {}) {
	return read({ ...REQUIRED_ENV, ...source });
}

function faultsOf(source: Record<string, string>): string {
	try {
		read(source);
	} catch (error) {
		expect(error).toBeInstanceOf(EnvError);
		return (error as EnvError).message;
	}
	return "";
}

/** The variables that an error names, one a line, in alphabetical order. */
function namesIn(message: string): string[] {
	const lines = message.split("\n").slice(1);
	return lines.map((line) => line.trim().split(" ")[0] ?? "").sort();
}

describe("in local mode", () => {
	test("nothing needs to be set but what the test must keep to itself", () => {
		const env = read();
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

	test("links to this machine are asked only where that is allowed, which hosted mode never does", () => {
		expect(read().allowsLoopback).toBe(false);
		expect(read({ OUTSIDE_ALLOW_LOOPBACK: "true" })).toMatchObject({ allowsLoopback: true });
		expect(faultsOf({ ...REQUIRED_ENV, OUTSIDE_ALLOW_LOOPBACK: "true" })).toContain(
			"OUTSIDE_ALLOW_LOOPBACK is for local mode",
		);
	});

	test("an empty variable counts as not set", () => {
		expect(read({ APP_URL: "", PORT: "" })).toMatchObject({ mode: "local", port: 3000 });
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
		expect(namesIn(message)).toEqual([
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

	test.each(["0", "-2", "1.5", "two", "1000"])("%s is no number of processes", (PROCESSES) => {
		expect(namesIn(faultsOf({ PROCESSES }))).toEqual(["PROCESSES"]);
	});

	test("the secret is made once, readable for its owner alone, and used again", () => {
		const { secret } = read();
		const file = `${folder}/data/secret`;
		expect(fs.statSync(file).mode & 0o777).toBe(0o600);
		expect(secret.length).toBeGreaterThanOrEqual(43);
		expect(read().secret).toBe(secret);
		expect(read({ DATABASE_URL: `file:${folder}/other/smallprint.db` }).secret).not.toBe(secret);
	});

	test("a secret file with nothing in it stops the start, because anyone knows that secret", () => {
		fs.mkdirSync(`${folder}/data`);
		fs.writeFileSync(`${folder}/data/secret`, "\n");
		expect(faultsOf({})).toContain(`${folder}/data/secret`);
	});
});

describe("with LiteFS", () => {
	test("its folder holds the database, under the same name; unset, nothing else changes", () => {
		const plain = readHosted();
		expect(plain).toMatchObject({ litefsDir: null, databaseFile: `${folder}/data/smallprint.db` });
		expect(readHosted({ LITEFS_DIR: "/litefs" })).toEqual({
			...plain,
			litefsDir: "/litefs",
			databaseFile: "/litefs/smallprint.db",
		});
	});

	test("a replica may lag 30 s behind unless another bound is set", () => {
		expect(readHosted().replicaMaxLagMs).toBe(30_000);
		expect(readHosted({ REPLICA_MAX_LAG_S: "1.5" }).replicaMaxLagMs).toBe(1_500);
	});

	test("a folder that is no absolute path, or a bound that is none, is named", () => {
		const faults = faultsOf({ ...REQUIRED_ENV, LITEFS_DIR: "litefs", REPLICA_MAX_LAG_S: "0" });
		expect(namesIn(faults)).toEqual(["LITEFS_DIR", "REPLICA_MAX_LAG_S"]);
	});

	test("local mode, which keeps more than a database, does not start", () => {
		expect(faultsOf({ LITEFS_DIR: "/litefs" })).toContain("LITEFS_DIR is for hosted mode");
	});
});

describe("in hosted mode", () => {
	test("everything that is required leads to a start", () => {
		expect(readHosted()).toMatchObject({
			mode: "hosted",
			host: "0.0.0.0",
			...{ appUrl: REQUIRED_ENV.APP_URL, secret: REQUIRED_ENV.SESSION_SECRET },
			mailFrom: REQUIRED_ENV.MAIL_FROM,
			postmark: {
				serverToken: REQUIRED_ENV.POSTMARK_SERVER_TOKEN,
				apiUrl: "https://api.postmarkapp.com",
				broadcastStream: "broadcast",
			},
			stripe: { apiUrl: "https://api.stripe.com" },
			allowedHostnames: null,
			askedLinksPerHour: 20,
		});
		expect(fs.existsSync(`${folder}/data/secret`)).toBe(false);
	});

	test("a slash at the end of the address makes no difference", () => {
		expect(readHosted({ APP_URL: "https://a.example/" }).appUrl).toBe("https://a.example");
	});

	test("an address without https is refused, because no browser would stay signed in there", () => {
		expect(faultsOf({ ...REQUIRED_ENV, APP_URL: "http://smallprint.example" })).toContain(
			"APP_URL must be an https address",
		);
		for (const own of ["http://localhost:3000", "http://127.0.0.1:3000"]) {
			expect(faultsOf({ ...REQUIRED_ENV, APP_URL: own })).toBe("");
		}
	});

	test("keys are sent by https alone, but to this machine", () => {
		const APIS = ["POSTMARK_API_URL", "STRIPE_API_URL"];
		const at = (url: string) => ({ ...REQUIRED_ENV, POSTMARK_API_URL: url, STRIPE_API_URL: url });
		expect(namesIn(faultsOf(at("http://proxy.example")))).toEqual(APIS);
		for (const own of ["http://127.0.0.1:4000", "https://proxy.example"]) {
			expect(faultsOf(at(own))).toBe("");
		}
	});

	test("it is known whether Fly runs it, by the variable that Fly sets", () => {
		expect(readHosted().isOnFly).toBe(false);
		expect(readHosted({ FLY_APP_NAME: "smallprint" }).isOnFly).toBe(true);
	});

	test("every variable that is missing is named in one error", () => {
		const required = Object.keys(REQUIRED_ENV).filter((name) => name !== "APP_URL");
		const message = faultsOf({ APP_URL: REQUIRED_ENV.APP_URL });
		expect(namesIn(message)).toEqual(required.sort());
	});

	test("every variable that is malformed is named in one error", () => {
		const message = faultsOf({
			...REQUIRED_ENV,
			APP_URL: "https://smallprint.example/app",
			SESSION_SECRET: "short",
			MAIL_FROM: "nobody",
			POSTMARK_BROADCAST_STREAM: "to many",
			STRIPE_SECRET_KEY: "pk_live_1",
			STRIPE_WEBHOOK_SECRET: "secret",
			STRIPE_PRICE_BASIC: "basic",
			STRIPE_PRICE_PRO: "pro",
			PORT: "http",
		});
		expect(namesIn(message)).toEqual([
			"APP_URL",
			"MAIL_FROM",
			"PORT",
			"POSTMARK_BROADCAST_STREAM",
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
			expect(namesIn(message)).toEqual(["APP_URL", "SESSION_SECRET"]);
		},
	);

	test("a sender with a line break is refused", () => {
		const MAIL_FROM = "A\r\nBcc: b@example.com <a@example.com>";
		expect(namesIn(faultsOf({ ...REQUIRED_ENV, MAIL_FROM }))).toEqual(["MAIL_FROM"]);
	});

	test("an error never shows what a secret is", () => {
		const message = faultsOf({
			...REQUIRED_ENV,
			SESSION_SECRET: "hunter2",
			STRIPE_SECRET_KEY: "hunter2",
		});
		expect(namesIn(message)).toHaveLength(2);
		expect(message).not.toContain("hunter2");
	});
});

import { expect, test } from "vitest";
import { REQUIRED_ENV } from "../../../tests/kit/process/hosted.ts";
import { EnvError, readEnv } from "./env.server.ts";

/** Returns the lines of the error about an environment, but the first. None: it leads to a start. */
function faultsOf(source: Record<string, string>): string[] {
	try {
		readEnv(source);
	} catch (error) {
		expect(error).toBeInstanceOf(EnvError);
		return (error as Error).message.split("\n").slice(1);
	}
	return [];
}

/** The names of the variables that an error names. */
function namesIn(faults: string[]): (string | undefined)[] {
	return faults.map((line) => line.trim().split(" ")[0]);
}

test("mail leaves by a mail server where MAIL_BY says so, and Postmark's token is not asked for", () => {
	const { POSTMARK_SERVER_TOKEN, ...others } = REQUIRED_ENV;
	expect(namesIn(faultsOf(others))).toEqual(["POSTMARK_SERVER_TOKEN"]);
	expect(namesIn(faultsOf({ ...others, MAIL_BY: "smtp" }))).toEqual(["SMTP_URL"]);
	expect(namesIn(faultsOf({ ...REQUIRED_ENV, SMTP_URL: "smtp://localhost" }))).toEqual(["MAIL_BY"]);
	expect(namesIn(faultsOf({ ...REQUIRED_ENV, MAIL_BY: "pigeon" }))).toEqual(["MAIL_BY"]);
	const SMTP_URL = "smtp://localhost:25";
	expect(readEnv({ ...others, MAIL_BY: "smtp", SMTP_URL })).toMatchObject({
		smtp: { host: "localhost", port: 25, tls: "none", login: null },
	});
	expect(readEnv({ ...REQUIRED_ENV, MAIL_BY: "postmark", SMTP_URL })).toMatchObject({ smtp: null });
});

test.each([
	["smtps://u:p@mail.example", "mail.example", 465, "implicit", "u", "p"],
	["smtps://u:p@mail.example:2465/", "mail.example", 2465, "implicit", "u", "p"],
	["smtp://u:p@mail.example", "mail.example", 587, "starttls", "u", "p"],
	[
		"smtp://me@a.example:a+b%2Fc%23%25@10.0.0.7:25",
		"10.0.0.7",
		25,
		"starttls",
		"me@a.example",
		"a+b/c#%",
	],
	["smtp://u:p@[::1]:2525", "::1", 2525, "none", "u", "p"],
])("%s is a mail server", (SMTP_URL, host, port, tls, user, password) => {
	const smtp = { host, port, tls, login: { user, password } };
	expect(readEnv({ ...REQUIRED_ENV, MAIL_BY: "smtp", SMTP_URL })).toMatchObject({ smtp });
});

test.each([
	["mail.example", "must look like smtps://"],
	["https://u:hunter2@mail.example", "must look like smtps://"],
	["smtps://u:hunter2/x@mail.example:465", "percent-encoded"],
	["smtps://u:hunter2%zz@mail.example", "percent-encoded"],
	["smtps://u:hunter2@mail.example?tls.rejectUnauthorized=false", "must look like smtps://"],
	["smtps://u:hunter2@", "must look like smtps://"],
	["smtps://hunter2@mail.example", "a user and a password, or neither"],
	["smtp://u:hunter2@mail.example:465", "must start with smtps:"],
	["smtps://u:hunter2@mail.example:587", "must start with smtp:"],
])("%s is none, and the error does not show its password", (SMTP_URL, fault) => {
	const faults = faultsOf({ ...REQUIRED_ENV, MAIL_BY: "smtp", SMTP_URL });
	expect(namesIn(faults)).toEqual(["SMTP_URL"]);
	expect(faults[0]).toContain(fault);
	expect(faults[0]).not.toContain("hunter2");
});

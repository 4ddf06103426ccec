import { spawnSync } from "node:child_process";
import path from "node:path";
import { type Child, startProcess } from "../kit/process/child.ts";
import { freePort } from "../kit/process/server.ts";
import type { Certificate } from "./certificate.ts";

const VERSION = "aiosmtpd==1.4.6";
const SCRIPT = path.join(import.meta.dirname, "aiosmtpd_server.py");

/** The login that the server takes, for a URL. */
export const LOGIN = "smallprint:s%2Fecret%231";

/** A mail as Python's parser read it. `headers` are names in lower case, with their values. */
export type ReadMail = {
	to: string[];
	sender: string;
	by: "TLS" | "plain";
	fromName: string;
	from: string;
	authors: number;
	replyTo: string;
	subject: string;
	headers: [string, string][];
	text: string;
	html: string;
	faults: string[];
	longestLine: number;
	looseBreaks: number;
};

/** Returns the Python that has aiosmtpd, in an environment made in `folder`; null where it can't be. */
export function installAiosmtpd(folder: string): string | null {
	const venv = path.join(folder, "venv");
	const run = (command: string, ...args: string[]) =>
		spawnSync(command, args, { stdio: "ignore" }).status === 0;
	const python = path.join(venv, "bin/python");
	const isMade = run("python3", "-m", "venv", venv);
	return isMade && run(python, "-m", "pip", "install", "-q", VERSION) ? python : null;
}

/** Starts a mail server at an address. With a certificate, it wants STARTTLS and a login. */
export async function startAiosmtpd(python: string, host: string, certificate?: Certificate) {
	const port = await freePort();
	const files = certificate ? [certificate.certificate, certificate.key] : [];
	const command = [python, SCRIPT, host, String(port), ...files];
	const child: Child = startProcess("aiosmtpd", command, { env: { PATH: process.env.PATH } });
	await child.line((line) => line.includes("listening"));
	const told = () => child.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
	return {
		port,
		/** The mails that it took, oldest first. */
		mails: () => told().filter((one) => "to" in one) as unknown as ReadMail[],
		logins: () => told().filter((one) => "login" in one).length,
		stop: child.kill,
	};
}

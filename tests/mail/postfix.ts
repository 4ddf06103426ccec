import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { until } from "../kit/until.ts";

/** The services of a Postfix without a chroot, as Debian's master.cf has them. */
const SERVICES = `pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
retry unix - - n - - error
error unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;

/** Returns whether Postfix is installed and may be run: its master process needs root. */
export function findPostfix(): boolean {
	return process.getuid?.() === 0 && fs.existsSync("/usr/sbin/postfix");
}

type Options = {
	/** What openMailFolder returned. */
	folder: string;
	host: string;
	port: number;
	/** Settings of main.cf. */
	settings: Record<string, string>;
	/** Further lines of master.cf. */
	services?: string;
};

type Postfix = {
	/** Changes settings and starts it again, since open connections would keep the old ones. */
	set: (settings: Record<string, string>) => void;
	/** Tries again what is in its queue. */
	flush: () => void;
	log: () => string;
	stop: () => void;
};

/** Makes a folder for a Postfix, which its users may enter, with one for its configuration. */
export function openMailFolder(): string {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), "smallprint-postfix-"));
	fs.chmodSync(folder, 0o755);
	for (const name of ["queue", "data", "config", "box"]) fs.mkdirSync(path.join(folder, name));
	fs.chownSync(path.join(folder, "data"), idOf("postfix"), idOf("postfix", "-g"));
	fs.chownSync(path.join(folder, "box"), idOf("nobody"), idOf("nobody", "-g"));
	return folder;
}

/** Starts a Postfix with a configuration, queue and log of its own. It removes them when it stops. */
export async function startPostfix(options: Options): Promise<Postfix> {
	const { folder, host, port, settings, services = "" } = options;
	const at = (name: string) => path.join(folder, name);
	const log = at("mail.log");

	const own = {
		compatibility_level: "3.6",
		queue_directory: at("queue"),
		data_directory: at("data"),
		maillog_file: log,
		maillog_file_prefixes: folder,
		// It knows no other address of loopback, though it may listen there.
		inet_interfaces: "127.0.0.1",
		inet_protocols: "ipv4",
		mydestination: "",
		// A queue of its own is looked through at once, and not after minutes.
		minimal_backoff_time: "1s",
		queue_run_delay: "1s",
		...settings,
	};
	const lines = Object.entries(own).map(([name, value]) => `${name} = ${value}\n`);
	fs.writeFileSync(at("config/main.cf"), lines.join(""));
	const smtpd = `${host}:${port} inet n - n - - smtpd\n`;
	fs.writeFileSync(at("config/master.cf"), smtpd + SERVICES + services);
	const run = (command: string, ...args: string[]) =>
		execFileSync(command, ["-c", at("config"), ...args], { stdio: "pipe" });
	run("postfix", "start");
	const read = () => (fs.existsSync(log) ? fs.readFileSync(log, "utf8") : "");
	await until("Postfix runs", () => read().includes("daemon started"));
	return {
		set: (changed) => {
			run("postconf", "-e", ...Object.entries(changed).map(([name, value]) => `${name}=${value}`));
			run("postfix", "stop");
			run("postfix", "start");
		},
		flush: () => run("postqueue", "-f"),
		log: read,
		stop: () => {
			spawnSync("postfix", ["-c", at("config"), "stop"], { stdio: "ignore" });
			fs.rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Returns the number of a user, or with "-g" of its group. */
export function idOf(user: string, which = "-u"): number {
	return Number(execFileSync("id", [which, user], { encoding: "utf8" }));
}

/** Settings by which Postfix keeps the mail of a domain in one mailbox. */
export function mailboxSettings(folder: string, domain: string): Record<string, string> {
	return {
		virtual_mailbox_domains: domain,
		virtual_mailbox_base: path.join(folder, "box"),
		virtual_mailbox_maps: "static:all/",
		virtual_uid_maps: `static:${idOf("nobody")}`,
		virtual_gid_maps: `static:${idOf("nobody", "-g")}`,
		virtual_minimum_uid: "1",
	};
}

/** Returns the mails in that mailbox, each as its whole text. */
export function readMailbox(folder: string): string[] {
	const fresh = path.join(folder, "box/all/new");
	if (!fs.existsSync(fresh)) return [];
	return fs.readdirSync(fresh).map((name) => fs.readFileSync(path.join(fresh, name), "utf8"));
}

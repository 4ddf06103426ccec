import { generateKeyPairSync } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { startProcess } from "../kit/process/child.ts";
import { until } from "../kit/until.ts";

const OPENDKIM = "/usr/sbin/opendkim";
const SELECTOR = "test";

export function findOpenDkim(): boolean {
	return fs.existsSync(OPENDKIM);
}

/** A domain's key, as nodemailer signs with it and as its DNS has it. */
export function createKey(domainName: string) {
	const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
	const der = publicKey.export({ type: "spki", format: "der" }).toString("base64");
	return {
		dkim: {
			...{ domainName, keySelector: SELECTOR },
			privateKey: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
		},
		record: `${SELECTOR}._domainkey.${domainName} v=DKIM1; k=rsa; p=${der}\n`,
	};
}

/** Starts OpenDKIM with a configuration. It reads the records and not the DNS. */
export async function startOpenDkim(
	folder: string,
	{ port, configuration, records }: { port: number; configuration: string; records: string[] },
) {
	const at = (name: string) => path.join(folder, name);
	fs.writeFileSync(at("keys"), records.join(""));
	const own = `Background no\nTestPublicKeys ${at("keys")}\n`;
	// It would sign what comes from this machine.
	const others = "InternalHosts 192.0.2.1\n";
	fs.writeFileSync(at("opendkim.conf"), configuration + own + others);
	const command = [OPENDKIM, "-f", "-x", at("opendkim.conf")];
	const child = startProcess("OpenDKIM", command, { env: { PATH: process.env.PATH } });
	const isOpen = () =>
		new Promise<boolean>((resolve) => {
			const socket = net.connect(port, "127.0.0.1", () => resolve(true));
			socket.on("error", () => resolve(false)).on("connect", () => socket.destroy());
		});
	await until(`OpenDKIM listens: ${child.errors}`, isOpen);
	return {
		stop: async () => {
			child.process.kill("SIGTERM");
			await child.exit;
		},
	};
}

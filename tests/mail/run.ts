/**
 * `npm run test:mail`: sends mail by SMTP to programs of other people, aiosmtpd and Postfix, and
 * takes mail from Postfix with OpenDKIM. `-- --only aiosmtpd|postfix|incoming` runs one part, and
 * `-- --write` updates the table in docs/reliability.md. It says what is not installed.
 */
import { spawnSync } from "node:child_process";
import { Rehearsal } from "../kit/rehearsal.ts";
import { none } from "../kit/report.ts";
import { installAiosmtpd } from "./aiosmtpd.ts";
import { createCertificate } from "./certificate.ts";
import { INBOUND_ENV } from "./inbound-env.ts";
import { findOpenDkim } from "./opendkim.ts";
import { findPostfix } from "./postfix.ts";

const TABLE = "npm run test:mail";

const rehearsal = new Rehearsal({}, ["aiosmtpd", "postfix", "incoming"]);
const site = await rehearsal.openSite();
Object.assign(process.env, INBOUND_ENV);
const { closeDatabase } = await import("#app/platform/db/db.server.ts");
const { CUTTER, SERVER, sendToAiosmtpd, sendToPostfix } = await import("./outgoing.ts");
const { takeFromPostfix } = await import("./incoming.ts");

/** Returns whether each command is there. */
function has(...commands: string[]): boolean {
	return commands.every((command) => !spawnSync(command, ["version"], { stdio: "ignore" }).error);
}

const work = {
	async aiosmtpd() {
		const python = has("python3", "openssl") ? installAiosmtpd(rehearsal.folder) : null;
		if (!python) return skip("aiosmtpd", "openssl, Python 3 with venv and pip, and its packages");
		const certificate = createCertificate(rehearsal.folder, [SERVER, CUTTER]);
		await sendToAiosmtpd(site, { python, certificate, check: checkAs("aiosmtpd") });
	},
	async incoming() {
		if (!findPostfix() || !findOpenDkim() || !has("curl")) {
			return skip("OpenDKIM", "Debian's packages opendkim, postfix and curl, and root");
		}
		await takeFromPostfix(site, checkAs("Postfix, OpenDKIM"));
	},
	async postfix() {
		if (!findPostfix() || !has("openssl")) {
			return skip("Postfix", "Debian's packages postfix and openssl, and root");
		}
		const certificate = createCertificate(rehearsal.folder, [SERVER, CUTTER]);
		await sendToPostfix(site, { certificate, check: checkAs("Postfix") });
	},
};
for (const part of rehearsal.parts) await work[part]();
await site.postmark.stop();
await closeDatabase();
rehearsal.tell(TABLE, [none("mails that went to Postmark instead", site.postmark.posted.length)]);
rehearsal.end();

function checkAs(program: string) {
	return (what: string, asked: string, seen: () => Promise<string>) =>
		rehearsal.check(TABLE, `${program}: ${what}`, asked, seen);
}

function skip(program: string, needs: string): void {
	process.stdout.write(`Not tested with ${program}, which needs ${needs}.\n`);
}

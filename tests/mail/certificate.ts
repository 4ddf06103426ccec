import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

export type Certificate = { authority: string; certificate: string; key: string };

/** Makes a certificate for addresses of this machine, and the authority that signed it. */
export function createCertificate(folder: string, addresses: string[]): Certificate {
	const at = (name: string) => path.join(folder, name);
	const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "pipe" });
	const names = addresses.map((address) => `IP:${address}`).join(",");
	fs.writeFileSync(at("names.cnf"), `subjectAltName=${names}\n`);
	const fresh = ["req", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj"];
	const authority = ["-x509", "-keyout", at("authority.key"), "-out", at("authority.pem")];
	openssl(...fresh, "/CN=Authority of a test", ...authority);
	openssl(...fresh, "/CN=Mail server", "-keyout", at("mail.key"), "-out", at("mail.csr"));
	const signer = ["-CA", at("authority.pem"), "-CAkey", at("authority.key"), "-CAcreateserial"];
	const signed = ["-in", at("mail.csr"), "-out", at("mail.pem"), "-extfile", at("names.cnf")];
	openssl("x509", "-req", "-days", "2", ...signer, ...signed);
	return { authority: at("authority.pem"), certificate: at("mail.pem"), key: at("mail.key") };
}

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { createClient } from "../kit/http/client.ts";
import { startProcess } from "../kit/process/child.ts";
import { until } from "../kit/until.ts";

export function findVarnish(): boolean {
	return !spawnSync("varnishd", ["-V"], { stdio: "ignore" }).error;
}

/**
 * Varnish's own rules for answers: s-maxage, stale-while-revalidate, no-store, Set-Cookie. For
 * requests, it does as large CDNs do and Varnish by itself does not: a cookie keeps no answer from
 * being stored or used, so that what the server says of the answer is all that protects it.
 */
const CONFIGURATION = (port: string) => `vcl 4.1;
backend default { .host = "127.0.0.1"; .port = "${port}"; }
sub vcl_recv {
	if (req.method == "GET" || req.method == "HEAD") { return (hash); }
}
sub vcl_deliver {
	if (obj.hits > 0) { set resp.http.X-Cache = "hit"; } else { set resp.http.X-Cache = "miss"; }
}
`;

/** Starts Varnish at a port, in front of the server at another, with its files in `folder`. */
export async function startVarnish(folder: string, port: number, serverPort: string) {
	const file = path.join(folder, "cdn.vcl");
	fs.writeFileSync(file, CONFIGURATION(serverPort));
	const own = path.join(folder, "varnish");
	const place = ["-n", own, "-a", `127.0.0.1:${port}`, "-f", file, "-s", "malloc,64m"];
	// Everything runs as this user; the folder is closed to others.
	const command = ["varnishd", "-F", "-j", "none", ...place];
	const child = startProcess("Varnish", command, { env: { PATH: process.env.PATH } });
	const client = createClient(`http://127.0.0.1:${port}`);
	const isThere = () =>
		client.get("/healthz").then(
			() => true,
			() => child.process.exitCode !== null,
		);
	await until("Varnish answers", isThere);
	if (child.process.exitCode !== null) throw new Error(child.errors.join("\n"));
	return {
		stop: async () => {
			child.process.kill("SIGTERM");
			await child.exit;
		},
	};
}

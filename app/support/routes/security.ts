import { publicUrl } from "#app/addresses/address.server.ts";
import { textFile } from "#app/http/text-file.server.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";

/** security.txt (RFC 9116): where to report a security fault. It expires in about half a year. */
export function loader() {
	const today = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS;
	const lines = [
		`Contact: mailto:${env.supportEmail}`,
		`Expires: ${later(new Date(today), 180 * DAY_MS).toISOString()}`,
		"Preferred-Languages: en",
		`Canonical: ${publicUrl(paths.security)}`,
	];
	return textFile(`${lines.join("\n")}\n`, "text/plain");
}

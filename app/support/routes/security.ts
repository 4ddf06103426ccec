import { publicUrl } from "#app/addresses/address.server.ts";
import { textFile } from "#app/http/text-file.server.ts";
import { paths } from "#app/paths.ts";
import { securityContact } from "#app/support/security-contact.server.ts";

/** security.txt (RFC 9116): where to report a security fault. */
export function loader() {
	const { email, expires } = securityContact();
	const lines = [
		`Contact: mailto:${email}`,
		`Expires: ${expires.toISOString()}`,
		"Preferred-Languages: en",
		`Canonical: ${publicUrl(paths.security)}`,
	];
	return textFile(`${lines.join("\n")}\n`, "text/plain");
}
